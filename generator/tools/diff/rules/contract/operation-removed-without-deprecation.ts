import { describeOperation } from "../../contract/operations.js";
import { type ContractPair, removedOperations } from "../../contract/contract-pair.js";
import { at, type PairRule } from "../../rule.js";

/** An operation that is gone without a warning. */
export const operationRemovedWithoutDeprecation: PairRule<ContractPair> = {
  id: "operation-removed-without-deprecation",
  breaks: "client",
  why: "Clients that call it are answered 404 or 405, and nothing told them before. Deprecate an operation for one version at least.",
  check(pair, report) {
    for (const operation of removedOperations(pair, "api").filter(({ model }) => !model.deprecated)) {
      const places = { before: operation.spot, after: at(pair.after.document, "paths"), isGone: true };
      report(`${describeOperation(operation)} is gone without having been deprecated`, places);
    }
  },
};
