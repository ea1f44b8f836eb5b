import { quote } from "../../diagnostics/catalog/entry.js";
import { describeOperation, operationPlace } from "../describe-operation.js";
import { effectiveSecurity } from "../security.js";
import type { Rule } from "../rule.js";

/**
 * An operation that says nothing about security, in a document that says nothing either, is open to all, perhaps
 * unknowingly. `security: []` says so on purpose. A document without a word about security gets one finding.
 */
export const operationSecurity: Rule = {
  code: "operation-security",
  check(context) {
    const open = context.operations.filter(({ role, operation }) => role === "api" && !effectiveSecurity(context, operation));
    if (open.length === 0) return;
    if (context.operations.some(({ operation }) => effectiveSecurity(context, operation))) {
      for (const node of open) {
        context.report("operation-security", { what: quote(describeOperation(node)) }, operationPlace(context, node));
      }
    } else context.report("operation-security", { what: "this document" }, operationPlace(context, open[0]!));
  },
};
