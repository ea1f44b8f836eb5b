import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A webhook or callback that comes without a body now. */
export const callBodyRemoved: PairRule<OperationPair> = {
  id: "call-body-removed",
  breaks: "client",
  why: "Clients that read the body of the call find none.",
  check(pair, report) {
    if (!pair.before.body || pair.after.body) return;
    report(`${describeOperation(pair.after)} comes without a body now`, { ...fieldSpots(pair, "requestBody"), isGone: true });
  },
};
