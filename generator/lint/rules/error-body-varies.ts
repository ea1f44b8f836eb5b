import { mapsByEndpoint } from "../action-endpoint.js";
import { describeOperation } from "../describe-operation.js";
import { errorResponses, hasErrorBody, type ErrorResponse } from "../responses.js";
import type { OperationNode, Rule, RuleContext } from "../rule.js";

/**
 * In an API with actions every operation had better fail in the same way. One finding for each operation that doesn't;
 * one for all if the other operations have a way of their own.
 */
export const errorBodyVaries: Rule = {
  code: "error-body-varies",
  check(context) {
    const endpoints = mapsByEndpoint(context);
    if (endpoints.size === 0) return;
    let hasOwnWay = true;
    const different: { node: OperationNode; errors: ErrorResponse[] }[] = [];
    for (const node of context.operations) {
      if (node.role !== "api") continue;
      const isEndpoint = endpoints.has(node.operation);
      const all = errorResponses(context, node);
      // Other content at the endpoint is an error of its own: `error-body`.
      const errors = all.filter((error) => !hasErrorBody(context, error) && !(isEndpoint && error.hasContent));
      if (isEndpoint ? errors.length > 0 : errors.length < all.length) hasOwnWay = false;
      if (errors.length > 0) different.push({ node, errors });
    }
    const shown = hasOwnWay ? different.slice(0, 1) : different;
    for (const { node, errors } of shown) reportOperation(context, node, errors, different.length - shown.length);
  },
};

function reportOperation(context: RuleContext, node: OperationNode, errors: readonly ErrorResponse[], more: number): void {
  const { responses, status } = errors[0]!;
  const statuses = errors.map((error) => error.status).join(", ");
  context.report(
    "error-body-varies",
    { operation: describeOperation(node), statuses, more },
    context.places.key(responses, status),
  );
}
