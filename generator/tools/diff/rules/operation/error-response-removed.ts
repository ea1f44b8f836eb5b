import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { isSuccess, responseSpots, statusText, uncoveredResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A failure that is gone. */
export const errorResponseRemoved: PairRule<OperationPair> = {
  id: "error-response-removed",
  breaks: "nobody",
  why: "Clients that look out for it don't meet it any more.",
  check(pair, report) {
    for (const status of uncoveredResponses(pair.after.responses, pair.before.responses)) {
      if (isSuccess(status)) continue;
      report(`${describeOperation(pair.after)} no longer has a ${statusText(status)} answer`, {
        ...responseSpots(pair, status),
        isGone: true,
      });
    }
  },
};
