import { describeOperation, type OperationPair } from "../../contract/operations.js";
import { isDefaultSuccessNew, responseSpots, statusText, uncoveredResponses } from "../../contract/responses.js";
import type { PairRule } from "../../rule.js";

/** A status that clients may answer a webhook or callback with now. */
export const callAnswerAdded: PairRule<OperationPair> = {
  id: "call-answer-added",
  breaks: "server",
  why: "A server that knows the listed statuses only meets another one.",
  check(pair, report) {
    const statuses = new Set(uncoveredResponses(pair.before.responses, pair.after.responses));
    if (isDefaultSuccessNew(pair)) statuses.add("default");
    for (const status of statuses) {
      report(`${describeOperation(pair.after)} may be answered with ${statusText(status)} now`, responseSpots(pair, status));
    }
  },
};
