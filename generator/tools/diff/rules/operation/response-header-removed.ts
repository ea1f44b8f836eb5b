import type { OperationPair } from "../../contract/operations.js";
import { describeHeader, headersOf } from "../../contract/responses.js";
import { removed } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";

/** A header of an answer that is gone. */
export const responseHeaderRemoved: PairRule<OperationPair> = {
  id: "response-header-removed",
  breaks: "client",
  why: "Clients that read the header find nothing.",
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const header of removed(headers)) {
        const places = { before: at(header.object), after: at(response.after), isGone: true };
        report(`${describeHeader(header, response.status, pair.after)} is gone`, places);
      }
    }
  },
};
