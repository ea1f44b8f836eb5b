import { quote } from "../../diagnostics/escape.js";
import { describeOperation, effectiveSecurity, operationLocation } from "../operations.js";
import { defineRule } from "../rule.js";

/**
 * An operation that says nothing about security, in a document that says nothing either, is open to all, perhaps
 * unknowingly. `security: []` says so on purpose. A document without a word about security gets one finding.
 */
export const operationSecurity = defineRule({
  code: "operation-security",
  severity: "warning",
  message: ({ what }: { what: string }) => `${what} says nothing about security, so callers need no authentication`,
  hint: "List the security requirements, or write `security: []` to say that it is open on purpose.",
  cause:
    "Neither the operation nor the document says who may call it, so it is open to everybody: perhaps on purpose, perhaps because somebody forgot.",
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
