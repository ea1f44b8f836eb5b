import { describeOperation } from "../../contract/operations.js";
import { type ContractPair, removedOperations } from "../../contract/contract-pair.js";
import { at, type PairRule } from "../../rule.js";

/** A webhook or callback that is gone. */
export const callRemoved: PairRule<ContractPair> = {
  id: "call-removed",
  breaks: "client",
  why: "Clients that wait for the call wait in vain.",
  check(pair, report) {
    for (const operation of [...removedOperations(pair, "webhook"), ...removedOperations(pair, "callback")]) {
      const places = { before: operation.spot, after: at(pair.after.document, "webhooks"), isGone: true };
      report(`${describeOperation(operation)}, a ${operation.role}, is gone`, places);
    }
  },
};
