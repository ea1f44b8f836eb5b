import { objectSpots, type OperationPair } from "../../contract/operations.js";
import { describeHeader, headersOf } from "../../contract/responses.js";
import { kept } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A header of an answer that is no longer always there. */
export const responseHeaderOptional: PairRule<OperationPair> = {
  id: "response-header-optional",
  breaks: "client",
  why: "Clients that rely on the header find it missing.",
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      const { response } = headers;
      for (const { before, after } of kept(headers)) {
        if (!before.isRequired || after.isRequired) continue;
        const places = objectSpots({ before: before.object, after: after.object }, "required");
        report(`${describeHeader(after, response.status, pair.after)} is no longer always there`, places);
      }
    }
  },
};
