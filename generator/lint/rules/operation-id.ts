import { ownString } from "../../document/json-value.js";
import { describeOperation } from "../describe-operation.js";
import { isObjectMember } from "../reserved-names.js";
import type { Rule } from "../rule.js";

const idPattern = /^[A-Za-z0-9_.:/[\] -]{1,200}$/;

/** Ids become names of code and of files; emitters map the separators that real contracts use. */
export const operationId: Rule = {
  code: "operation-id",
  check(context) {
    for (const node of context.operations) {
      const id = ownString(node.operation, "operationId");
      if (id === undefined || isLegal(id)) continue;
      const place = context.places.value(node.operation, "operationId");
      context.report("operation-id", { id, operation: describeOperation(node) }, place);
    }
  },
};

function isLegal(id: string): boolean {
  return idPattern.test(id) && /[A-Za-z0-9]/.test(id) && id.trim() === id && !id.includes("..") && !isObjectMember(id);
}
