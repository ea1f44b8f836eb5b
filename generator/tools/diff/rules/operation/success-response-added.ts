import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { isDefaultSuccessNew, isSuccess, responseSpots, statusText, uncoveredResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A status of success that an operation can answer with now. */
export const successResponseAdded: PairRule<OperationPair> = {
  id: "success-response-added",
  breaks: "client",
  why: "Clients that look out for the statuses that were listed meet another one.",
  check(pair, report) {
    for (const status of uncoveredResponses(pair.before.responses, pair.after.responses)) {
      if (!isSuccess(status)) continue;
      report(`${describeOperation(pair.after)} has a ${statusText(status)} answer now`, responseSpots(pair, status));
    }
    if (isDefaultSuccessNew(pair))
      report(`the default answer of ${describeOperation(pair.after)} can be any success now`, responseSpots(pair, "default"));
  },
};
