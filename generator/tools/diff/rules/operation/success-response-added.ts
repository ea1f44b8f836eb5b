import { describeOperation } from "../../contract/describe-operation.js";
import type { OperationPair } from "../../contract/pairs.js";
import { isDefaultSuccessNew, isSuccess, uncoveredResponses } from "../../contract/response-pairs.js";
import { responseSpots } from "../../contract/response-spots.js";
import type { PairRule } from "../../rule.js";
import { statusText } from "../../contract/status-text.js";

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
