import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeOperation } from "../../contract/operations.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import type { PairRule } from "../../rule.js";

/** An operation with the same `operationId` at another place. */
export const operationMoved: PairRule<ContractPair> = {
  id: "operation-moved",
  breaks: "client",
  why: "Clients that call it at its old place are answered 404 or 405.",
  check({ movedOperations }, report) {
    for (const { before, after } of movedOperations) {
      if (after.role === "callback") continue;
      const [from, to] = [before, after].map(({ model }) => quote(`${model.method} ${model.path}`));
      report(`${describeOperation(after)} moved from ${from} to ${to}`, { before: before.spot, after: after.spot });
    }
  },
};
