import { type ContractPair, removedOperations } from "../contract/contract-pair.js";
import { describeOperation } from "../contract/operations.js";
import { added } from "../contract/pairs.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A webhook or callback that the contract didn't have. */
export const callAdded: PairRule<ContractPair> = {
  id: "call-added",
  breaks: "nobody",
  why: "Clients that don't ask for the call don't get it.",
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

/** A webhook or callback that is gone. */
export const callRemoved: PairRule<ContractPair> = {
  id: "call-removed",
  breaks: "client",
  why: "Clients that wait for the call wait in vain.",
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
      report(`${describeOperation(operation)}, a ${operation.role}, is gone`, anchors);
    }
  },
};
