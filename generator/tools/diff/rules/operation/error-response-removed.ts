import { describeOperation } from "../../contract/describe-operation.js";
import type { OperationPair } from "../../contract/pairs.js";
import { isSuccess, uncoveredResponses } from "../../contract/response-pairs.js";
import { responseSpots } from "../../contract/response-spots.js";
import type { PairRule } from "../../rule.js";
import { statusText } from "../../contract/status-text.js";

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
