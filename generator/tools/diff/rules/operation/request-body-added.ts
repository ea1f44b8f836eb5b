import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A body that may be sent now. */
export const requestBodyAdded: PairRule<OperationPair> = {
  id: "request-body-added",
  breaks: "nobody",
  why: "Clients may leave it out.",
  check(pair, report) {
    if (pair.before.model.body || pair.after.model.body?.required !== false) return;
    report(`${describeOperation(pair.after)} takes a body now`, fieldSpots(pair, "requestBody"));
  },
};
