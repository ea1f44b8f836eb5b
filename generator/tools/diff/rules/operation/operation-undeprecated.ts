import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** An operation that was to go and stays. */
export const operationUndeprecated: PairRule<OperationPair> = {
  id: "operation-undeprecated",
  breaks: "nobody",
  why: "What clients have keeps working.",
  check(pair, report) {
    if (!pair.before.model.deprecated || pair.after.model.deprecated) return;
    report(`${describeOperation(pair.after)} is no longer deprecated`, fieldSpots(pair, "deprecated"));
  },
};
