import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { responseSpots, statusText, uncoveredResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A status that clients may answer a webhook or callback with no longer. */
export const callAnswerRemoved: PairRule<OperationPair> = {
  id: "call-answer-removed",
  breaks: "client",
  why: "Clients that answer with it are not understood.",
  check(pair, report) {
    for (const status of uncoveredResponses(pair.after.responses, pair.before.responses)) {
      report(`${describeOperation(pair.after)} may no longer be answered with ${statusText(status)}`, {
        ...responseSpots(pair, status),
        isGone: true,
      });
    }
  },
};
