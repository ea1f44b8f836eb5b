import { mapsByEndpoint } from "../action-endpoint.js";
import { describeOperation } from "../describe-operation.js";
import { errorResponses, hasErrorBody } from "../responses.js";
import type { Rule } from "../rule.js";

/** The operation that invokes actions answers every failure with `{"error": "<text>"}`; its responses say so. */
export const errorBody: Rule = {
  code: "error-body",
  check(context) {
    const endpoints = mapsByEndpoint(context);
    for (const node of context.operations) {
      if (!endpoints.has(node.operation)) continue;
      for (const error of errorResponses(context, node)) {
        if (!error.hasContent || hasErrorBody(context, error)) continue;
        const place = context.places.key(error.responses, error.status);
        context.report("error-body", { operation: describeOperation(node), status: error.status }, place);
      }
    }
  },
};
