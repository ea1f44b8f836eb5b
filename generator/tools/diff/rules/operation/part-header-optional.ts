import { describePartHeader, keptFields } from "../../contract/form-fields.js";
import { objectSpots, type OperationPair } from "../../contract/operations.js";
import { kept } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A header that a part of a multipart form need no longer have. */
export const partHeaderOptional: PairRule<OperationPair> = {
  id: "part-header-optional",
  breaks: "server",
  why: "A server that relies on the header finds it missing.",
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      for (const header of kept({ before: before.headers, after: after.headers })) {
        if (!header.before.isRequired || header.after.isRequired) continue;
        const places = objectSpots({ before: header.before.object, after: header.after.object }, "required");
        report(`${describePartHeader(header.after, after, pair.after)} is optional now`, places);
      }
    }
  },
};
