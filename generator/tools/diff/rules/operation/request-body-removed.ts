import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A body that is gone. */
export const requestBodyRemoved: PairRule<OperationPair> = {
  id: "request-body-removed",
  breaks: "both",
  why: "What clients send is ignored now, or refused, and a server that relies on a body finds none.",
  check(pair, report) {
    if (!pair.before.model.body || pair.after.model.body) return;
    report(`${describeOperation(pair.after)} takes no body any more`, { ...fieldSpots(pair, "requestBody"), isGone: true });
  },
};
