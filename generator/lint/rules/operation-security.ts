import { quote } from "../../diagnostics/escape.js";
import { describeOperation, effectiveSecurity, operationLocation } from "../operations.js";
import { defineRule } from "../rule.js";

/**
 * An operation without `security`, in a document without it, is open to everybody, perhaps
 * unintentionally. `security: []` is explicit. A document without any `security` gets a single finding.
 */
export const operationSecurity = defineRule({
  code: "operation-security",
  severity: "warning",
  message: ({ what }: { what: string }) => `${what} declares no security, so callers need no authentication`,
  hint: "List the security requirements, or write `security: []` if it is intentionally open.",
  cause:
    "Neither the operation nor the document declares `security`, so anybody may call the operation, perhaps unintentionally.",
  bad: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /ping:
          get: { operationId: ping, responses: { "204": { description: Here. } } }`,
  good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /ping:
          get: { operationId: ping, security: [], responses: { "204": { description: Here. } } }`,
  at: "document",

  check(context, report) {
    const open = context.operations.filter(({ role, operation }) => role === "api" && !effectiveSecurity(context, operation));
    if (open.length === 0) return;
    if (context.operations.some(({ operation }) => effectiveSecurity(context, operation))) {
      for (const node of open) {
        report({ what: quote(describeOperation(node)) }, operationLocation(context, node));
      }
    } else report({ what: "this document" }, operationLocation(context, open[0]!));
  },
});
