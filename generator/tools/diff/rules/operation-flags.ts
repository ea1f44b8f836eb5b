import { describeOperation, fieldAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** An operation that is to go. */
export const operationDeprecated: PairRule<OperationPair> = {
  id: "operation-deprecated",
  breaks: "nobody",
  why: "It goes on working; clients should look for another way.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
    +       deprecated: true
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    if (pair.before.model.deprecated || !pair.after.model.deprecated) return;
    report(`${describeOperation(pair.after)} is deprecated`, fieldAnchors(pair, "deprecated"));
  },
};

/** An operation that was to go and stays. */
export const operationUndeprecated: PairRule<OperationPair> = {
  id: "operation-undeprecated",
  breaks: "nobody",
  why: "What clients have keeps working.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
    -       deprecated: true
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    if (!pair.before.model.deprecated || pair.after.model.deprecated) return;
    report(`${describeOperation(pair.after)} is no longer deprecated`, fieldAnchors(pair, "deprecated"));
  },
};

/** An operation whose answer may hold secrets now. */
export const operationReveals: PairRule<OperationPair> = {
  id: "operation-reveals",
  breaks: "client",
  severity: "warning",
  why: "The answer may hold secrets now: clients must not log or cache it.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
    +       x-platform-reveal: true
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    if (pair.before.model.reveals || !pair.after.model.reveals) return;
    const { extensionPrefix } = pair.after.version;
    report(`${describeOperation(pair.after)} may answer with secrets now`, fieldAnchors(pair, `x-${extensionPrefix}-reveal`));
  },
};
