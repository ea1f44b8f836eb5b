import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { describeOperation } from "../operations.js";
import { isObjectMember } from "../reserved-names.js";
import { defineRule } from "../rule.js";

const idPattern = /^[A-Za-z0-9_.:/[\] -]{1,200}$/;

/** Ids become names of code and of files; emitters map the separators that real contracts use. */
export const operationId = defineRule({
  code: "operation-id",
  severity: "error",
  message: ({ id, operation }: { id: string; operation: string }) =>
    `${quote(id)} is not allowed as the operationId of ${quote(operation)}`,
  hint: "Use letters, digits and _, at most 200 characters. Also allowed: - . : / [ ] and inner spaces, but not two dots in a row.",
  cause: "The `operationId` becomes the name of a handler and of a method, so it can't have just any character.",
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
  return idPattern.test(id) && /[A-Za-z0-9]/.test(id) && id.trim() === id && !id.includes("..") && !isObjectMember(id);
}
