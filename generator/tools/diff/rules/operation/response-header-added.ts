import type { OperationPair } from "../../contract/operations.js";
import { describeHeader, headersOf } from "../../contract/responses.js";
import { added } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";

/** A header that an answer has now. */
export const responseHeaderAdded: PairRule<OperationPair> = {
  id: "response-header-added",
  breaks: "nobody",
  why: "Clients ignore headers that they don't know.",
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const header of added(headers)) {
        const places = { before: at(response.before), after: at(header.object) };
        report(`${describeHeader(header, response.status, pair.after)} is new`, places);
      }
    }
  },
};
