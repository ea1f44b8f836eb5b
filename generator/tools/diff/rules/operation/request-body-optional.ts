import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A body that may be left out now. */
export const requestBodyOptional: PairRule<OperationPair> = {
  id: "request-body-optional",
  breaks: "server",
  why: "A server that relies on a body finds none.",
  check(pair, report) {
    if (!pair.before.model.body?.required || pair.after.model.body?.required !== false) return;
    report(`the body of ${describeOperation(pair.after)} may be left out now`, fieldSpots(pair, "requestBody"));
  },
};
