import { describeOperation } from "../../contract/describe-operation.js";
import { removedOperations, type ContractPair } from "../../contract/pairs.js";
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
