import { describeOperation } from "../../contract/operations.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import { added } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";

/** An operation that the contract didn't have. */
export const operationAdded: PairRule<ContractPair> = {
  id: "operation-added",
  breaks: "server",
  why: "Handlers are an exhaustive map: a server doesn't compile until it has one for the operation.",
  check({ before, operations, movedOperations }, report) {
    const moved = movedOperations.map((pair) => pair.after);
    for (const operation of added(operations)) {
      if (operation.role !== "api" || moved.includes(operation)) continue;
      const places = { before: at(before.document, "paths"), after: operation.spot };
      report(`${describeOperation(operation)} is a new operation`, places);
    }
  },
};
