import { describeOperation, fieldAnchors, type OperationPair } from "../contract/operations.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** An operation that is now deprecated. */
export const operationDeprecated: PairRule<OperationPair> = {
  id: "operation-deprecated",
  breaks: "nobody",
  why: "It still works. Clients should migrate to an alternative.",
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
    report(`${describeOperation(pair.after)} is now deprecated`, fieldAnchors(pair, "deprecated"));
  },
};

/** An operation that is no longer deprecated. */
export const operationUndeprecated: PairRule<OperationPair> = {
  id: "operation-undeprecated",
  breaks: "nobody",
  why: "Existing clients keep working.",
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

/** An operation whose response may now contain secrets. */
export const operationReveals: PairRule<OperationPair> = {
  id: "operation-reveals",
  breaks: "client",
  severity: "warning",
  why: "The response may now contain secrets, which clients must not log or cache.",
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
    report(`${describeOperation(pair.after)} may now return secrets`, fieldAnchors(pair, `x-${extensionPrefix}-reveal`));
  },
};
