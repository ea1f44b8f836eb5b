import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { isLegalOperationId } from "../../document/operation-ids.js";
import { describeOperation } from "../operations.js";
import { defineRule } from "../rule.js";

/** Ids become names in code and of files. Other characters are mapped (`document/operation-ids.ts`); something has to be left of them. */
export const operationId = defineRule({
  code: "operation-id",
  severity: "error",
  message: ({ id, operation }: { id: string; operation: string }) =>
    `no name can be made from ${quote(id)}, the operationId of ${quote(operation)}`,
  hint: "Write at least one letter or digit.",
  cause: "The `operationId` becomes the name of a handler, a method and files. Characters that names can't have become `_`.",
  bad: `
      /ping:
        get:
          operationId: "()"
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
      if (id === undefined || isLegalOperationId(id)) continue;
      const place = context.locations.value(node.operation, "operationId");
      report({ id, operation: describeOperation(node) }, place);
    }
  },
});
