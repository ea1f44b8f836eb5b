import { quote } from "../../../diagnostics/escape.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** The expression that says where a callback is sent. */
export const callbackExpressionChanged: PairRule<OperationPair> = {
  id: "callback-expression-changed",
  breaks: "client",
  why: "The call goes to another address: clients that wait for it at the old one wait in vain.",
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
    report(`the callback ${describeOperation(after)} is sent to ${to} instead of ${from}`, {
      before: before.anchor,
      after: after.anchor,
    });
  },
};
