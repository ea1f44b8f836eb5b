import { describeOperation } from "../../contract/describe-operation.js";
import type { OperationPair } from "../../contract/pairs.js";
import { isDefaultSuccessNew, uncoveredResponses } from "../../contract/response-pairs.js";
import { responseSpots } from "../../contract/response-spots.js";
import { statusText } from "../../contract/status-text.js";
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
