import { quote } from "../../diagnostics/escape.js";
import { describeOperation, mapsByEndpoint } from "../operations.js";
import { errorResponses, errorShapeOf, type ErrorResponse } from "../error-responses.js";
import { defineRule, type OperationNode } from "../rule.js";

/**
 * In an API with actions every operation had better fail in the same way. One finding for each operation that doesn't;
 * one for all if the other operations have a way of their own.
 */
export const errorBodyVaries = defineRule({
  code: "error-body-varies",
  severity: "warning",
  message: ({ operation, statuses, more }: { operation: string; statuses: string; more: number }) =>
    `${quote(operation)}${more > 0 ? ` and ${more} other operations` : ""} can fail without the error body that the action endpoint has: ${quote(statuses)}`,
  hint: 'Give these responses JSON content with an object that has a required string "error".',
  cause:
    "Callers of an API with actions parse `error` from every failure. An operation that fails in another way, or with an empty body, needs code of its own.",
  bad: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. }, "503": { description: Down. } }`,
  good: `
      /ping:
        get:
          operationId: ping
          responses:
            "204": { description: Here. }
            "503":
              description: Down.
              content:
                application/json:
                  schema: { type: object, required: [error], properties: { error: { type: string } } }`,
  at: "paths",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    if (endpoints.size === 0) return;
    let hasOwnWay = true;
    const different: { node: OperationNode; errors: ErrorResponse[] }[] = [];
    for (const node of context.operations) {
      if (node.role !== "api") continue;
      const isEndpoint = endpoints.has(node.operation);
      const all = errorResponses(context, node);
      // Other content at the endpoint is an error of its own: `error-body`.
      const errors = all.filter((error) => errorShapeOf(context, error) === undefined && !(isEndpoint && error.hasContent));
      if (isEndpoint ? errors.length > 0 : errors.length < all.length) hasOwnWay = false;
      if (errors.length > 0) different.push({ node, errors });
    }
    const shown = hasOwnWay ? different.slice(0, 1) : different;
    const more = different.length - shown.length;
    for (const { node, errors } of shown) {
      const { responses, status } = errors[0]!;
      const statuses = errors.map((error) => error.status).join(", ");
      report({ operation: describeOperation(node), statuses, more }, context.locations.key(responses, status));
    }
  },
});
