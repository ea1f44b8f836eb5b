import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** An operation that is to go. */
export const operationDeprecated: PairRule<OperationPair> = {
  id: "operation-deprecated",
  breaks: "nobody",
  why: "It goes on working; clients should look for another way.",
  check(pair, report) {
    if (pair.before.model.deprecated || !pair.after.model.deprecated) return;
    report(`${describeOperation(pair.after)} is deprecated`, fieldSpots(pair, "deprecated"));
  },
};
