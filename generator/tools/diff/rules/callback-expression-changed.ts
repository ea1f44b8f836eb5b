import { quote } from "../../../diagnostics/escape.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** The expression for the URL of a callback. */
export const callbackExpressionChanged: PairRule<OperationPair> = {
  id: "callback-expression-changed",
  breaks: "client",
  why: "The call is sent to another URL, so clients that listen at the old one don't receive it.",
  example: inContract(`
      paths:
        /orders:
          post:
            operationId: addOrder
            responses: { "201": { description: Added. } }
            callbacks:
              shipped:
    -           "{$request.body#/url}":
    +           "{$request.body#/callbackUrl}":
                  post:
                    operationId: orderShipped
                    responses: { "204": { description: Seen. } }
  `),
  check({ before, after }, report) {
    if (after.role !== "callback" || before.model.path === after.model.path) return;
    const [from, to] = [quote(before.model.path), quote(after.model.path)];
    report(`the callback ${describeOperation(after)} is now sent to ${to} instead of ${from}`, {
      before: before.anchor,
      after: after.anchor,
    });
  },
};
