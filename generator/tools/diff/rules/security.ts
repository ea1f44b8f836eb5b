import { describeOperation, fieldAnchors, type OperationPair } from "../contract/operations.js";
import { alternativesOf, describeRequirement, isEnough } from "../contract/security.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A new alternative or a weaker requirement for authorization. */
export const securityLoosened: PairRule<OperationPair> = {
  id: "security-loosened",
  breaks: "nobody",
  why: "Existing clients are still authorized. Check that authorizing others, too, is intended.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
    -       security: [{ bearer: [read, orders] }]
    +       security: [{ bearer: [read] }]
            responses: { "200": { description: Done. } }
      components:
        securitySchemes:
          bearer: { type: http, scheme: bearer }
  `),
  check(pair, report) {
    const { before, after } = alternativesOf(pair);
    for (const alternative of after) {
      if (before.some((other) => isEnough(alternative, other))) continue;
      const message = `${describeOperation(pair.after)} is now allowed with ${describeRequirement(alternative)}`;
      report(message, fieldAnchors(pair, "security"));
    }
  },
};

/** A removed alternative or a stronger requirement for authorization. */
export const securityTightened: PairRule<OperationPair> = {
  id: "security-tightened",
  breaks: "client",
  why: "Clients that rely on their existing authorization receive 401 or 403.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
    -       security: [{ bearer: [read] }]
    +       security: [{ bearer: [read, orders] }]
            responses: { "200": { description: Done. } }
      components:
        securitySchemes:
          bearer: { type: http, scheme: bearer }
  `),
  check(pair, report) {
    const { before, after } = alternativesOf(pair);
    for (const alternative of before) {
      if (after.some((other) => isEnough(alternative, other))) continue;
      const message = `${describeOperation(pair.after)} is no longer allowed with ${describeRequirement(alternative)}`;
      report(message, fieldAnchors(pair, "security"));
    }
  },
};
