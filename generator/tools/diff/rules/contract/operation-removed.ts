import { describeOperation } from "../../contract/operations.js";
import { type ContractPair, removedOperations } from "../../contract/contract-pair.js";
import { at, type PairRule } from "../../rule.js";

/** A deprecated operation that is gone. */
export const operationRemoved: PairRule<ContractPair> = {
  id: "operation-removed",
  breaks: "client",
  why: "Clients that still call it are answered 404 or 405, though they were told.",
  check(pair, report) {
    for (const operation of removedOperations(pair, "api").filter(({ model }) => model.deprecated)) {
      const places = { before: operation.spot, after: at(pair.after.document, "paths"), isGone: true };
      report(`${describeOperation(operation)}, which was deprecated, is gone`, places);
    }
  },
};
