import { quote } from "../../diagnostics/escape.js";
import { describeOperation, mapsByEndpoint } from "../operations.js";
import { errorResponses, hasErrorBody } from "../error-responses.js";
import { defineRule } from "../rule.js";

/** The operation that invokes actions answers every failure with `{"error": "<text>"}`; its responses say so. */
export const errorBody = defineRule({
  code: "error-body",
  severity: "error",
  adjustable: true,
  message: ({ operation, status }: { operation: string; status: string }) =>
    `the response ${quote(status)} of ${quote(operation)} is not the error body: an object with a required string "error"`,
  hint: "Refer to one schema: { type: object, required: [error], properties: { error: { type: string } } }.",
  cause:
    'The generated server answers every failure of an action with `{"error": "<text>"}`. A contract that says something else is wrong for its callers.',
  bad: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content: { application/json: { schema: { type: object, properties: { message: { type: string } } } } }`,
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
        if (!error.hasContent || hasErrorBody(context, error)) continue;
        const place = context.locations.key(error.responses, error.status);
        report({ operation: describeOperation(node), status: error.status }, place);
      }
    }
  },
});
