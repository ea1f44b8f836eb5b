import { describeOperation } from "../../contract/describe-operation.js";
import type { OperationPair } from "../../contract/pairs.js";
import { isSuccess, uncoveredResponses } from "../../contract/response-pairs.js";
import { responseSpots } from "../../contract/response-spots.js";
import type { PairRule } from "../../rule.js";
import { statusText } from "../../contract/status-text.js";

/** A status of success that is gone. */
export const successResponseRemoved: PairRule<OperationPair> = {
  id: "success-response-removed",
  breaks: "both",
  why: "Clients wait in vain for the answer that they were promised, and a server that still gives it breaks the contract.",
  check(pair, report) {
    for (const status of uncoveredResponses(pair.after.responses, pair.before.responses)) {
      if (!isSuccess(status)) continue;
      report(`${describeOperation(pair.after)} no longer has a ${statusText(status)} answer`, {
        ...responseSpots(pair, status),
        isGone: true,
      });
    }
  },
};
