import { type ContractPair, removedOperations } from "../contract/contract-pair.js";
import { describeOperation } from "../contract/operations.js";
import { added } from "../contract/pairs.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A new webhook or callback. */
export const callAdded: PairRule<ContractPair> = {
  id: "call-added",
  breaks: "nobody",
  why: "Clients that don't subscribe to the call don't receive it.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
            responses: { "200": { description: Seen. } }
    +   orderSent:
    +     post:
    +       responses: { "200": { description: Seen. } }
  `),
  check({ before, operations, movedOperations }, report) {
    const moved = movedOperations.map((pair) => pair.after);
    for (const operation of added(operations)) {
      if (operation.role === "api" || moved.includes(operation)) continue;
      const anchors = { before: at(before.root, "webhooks"), after: operation.anchor };
      report(`${describeOperation(operation)} is a new ${operation.role}`, anchors);
    }
  },
};

/** A removed webhook or callback. */
export const callRemoved: PairRule<ContractPair> = {
  id: "call-removed",
  breaks: "client",
  why: "Clients that wait for the call don't receive it.",
  example: inContract(`
      webhooks:
        orderPaid:
          post:
            responses: { "200": { description: Seen. } }
    -   orderSent:
    -     post:
    -       responses: { "200": { description: Seen. } }
  `),
  check(pair, report) {
    for (const operation of [...removedOperations(pair, "webhook"), ...removedOperations(pair, "callback")]) {
      const anchors = { before: operation.anchor, after: at(pair.after.root, "webhooks"), isGone: true };
      report(`the ${operation.role} ${describeOperation(operation)} was removed`, anchors);
    }
  },
};
