import { describeOperation, fieldSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A body that must be sent now. */
export const requestBodyRequired: PairRule<OperationPair> = {
  id: "request-body-required",
  breaks: "client",
  why: "Clients that send no body, as they could before, are answered 400.",
  check(pair, report) {
    if (pair.before.model.body?.required || !pair.after.model.body?.required) return;
    const what = pair.before.model.body ? "must be sent now" : "is new and must be sent";
    report(`the body of ${describeOperation(pair.after)} ${what}`, fieldSpots(pair, "requestBody"));
  },
};
