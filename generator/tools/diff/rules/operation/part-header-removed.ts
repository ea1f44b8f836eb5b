import { describePartHeader, keptFields } from "../../contract/form-fields.js";
import type { OperationPair } from "../../contract/operations.js";
import { removed } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";

/** A header that a part of a multipart form no longer has. */
export const partHeaderRemoved: PairRule<OperationPair> = {
  id: "part-header-removed",
  breaks: "client",
  why: "What clients say with the header is ignored or rejected.",
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      for (const header of removed({ before: before.headers, after: after.headers })) {
        const places = { before: at(header.object), after: at(after.object), isGone: true };
        report(`${describePartHeader(header, before, pair.after)} is gone`, places);
      }
    }
  },
};
