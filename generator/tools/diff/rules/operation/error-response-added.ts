import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { isDefaultSuccessNew, isSuccess, responseSpots, statusText, uncoveredResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A failure that an operation can answer with now. */
export const errorResponseAdded: PairRule<OperationPair> = {
  id: "error-response-added",
  breaks: "client",
  severity: "warning",
  why: "Clients that tell failures apart meet one that they don't know. Any call can fail, so they should cope.",
  check(pair, report) {
    for (const status of uncoveredResponses(pair.before.responses, pair.after.responses)) {
      if (isSuccess(status) || (status === "default" && isDefaultSuccessNew(pair))) continue;
      report(`${describeOperation(pair.after)} has a ${statusText(status)} answer now`, responseSpots(pair, status));
    }
  },
};
