import { quote } from "../../diagnostics/escape.js";
import { describeOperation, mapsByEndpoint } from "../operations.js";
import { inPrefix } from "../bindings.js";
import { errorResponses } from "../error-responses.js";
import { defineRule } from "../rule.js";

const hint =
  "Give both in x-platform-error-binding: { code: /…, message: /… }, on the response or at the root, or use a known shape.";

/** The error responses of an action endpoint must show the locations of code and message. */
export const errorBody = defineRule({
  code: "error-body",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ operation, status }: { operation: string; status: string }) =>
    `cannot determine the locations of code and message in the response ${quote(status)} of ${quote(operation)}`,
  hint,
  cause:
    "The generated server reports every failure of an action as the contract declares it. The known shapes are application/problem+json, { error: text }, { message, code }, { error: { message, code } } and { errors: [{ message, code }] }.",
  bad: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content: { application/json: { schema: { type: object, properties: { reason: { type: string } } } } }`,
  good: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content:
            application/json:
              schema: { type: object, required: [error], properties: { error: { type: string } } }`,
  at: "operation",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    for (const node of context.operations) {
      if (!endpoints.has(node.operation)) continue;
      for (const error of errorResponses(context, node)) {
        if (!error.hasContent || error.error !== undefined) continue;
        const place = context.locations.key(error.responses, error.status);
        report({ operation: describeOperation(node), status: error.status }, place, inPrefix(hint, context));
      }
    }
  },
});
