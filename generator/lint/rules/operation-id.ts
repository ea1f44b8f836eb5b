import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { describeOperation } from "../operations.js";
import { isObjectMember } from "../reserved-names.js";
import { defineRule } from "../rule.js";

const idPattern = /^[\p{L}\p{M}\p{N}_.:/#[\]{} -]{1,128}$/u;

/** Ids become names in code and of files; emitters map the separators that real contracts use. */
export const operationId = defineRule({
  code: "operation-id",
  severity: "error",
  message: ({ id, operation }: { id: string; operation: string }) =>
    `${quote(id)} is not allowed as the operationId of ${quote(operation)}`,
  hint: "Use letters, digits and _ . - : / # [ ] { }, at most 128 characters, spaces between them, and no segment .. between slashes.",
  cause: "The `operationId` becomes the name of a handler, a method and files, which limits its characters.",
  bad: `
      /ping:
        get:
          operationId: "ping()"
          responses: { "204": { description: Here. } }`,
  good: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    for (const node of context.operations) {
      const id = ownString(node.operation, "operationId");
      if (id === undefined || isLegal(id)) continue;
      const place = context.locations.value(node.operation, "operationId");
      report({ id, operation: describeOperation(node) }, place);
    }
  },
});

function isLegal(id: string): boolean {
  const hasParent = id.split("/").includes("..");
  return idPattern.test(id) && /[\p{L}\p{N}]/u.test(id) && id.trim() === id && !hasParent && !isObjectMember(id);
}
