import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { isSuccess, responseSpots, statusText, uncoveredResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

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
