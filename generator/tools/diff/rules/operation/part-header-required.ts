import { describePartHeader, keptFields } from "../../contract/form-fields.js";
import { objectSpots, type OperationPair } from "../../contract/operations.js";
import { added, kept } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";

/** A header that a part of a multipart form must have now. */
export const partHeaderRequired: PairRule<OperationPair> = {
  id: "part-header-required",
  breaks: "client",
  why: "A client that leaves the header out, as it could before, is rejected.",
  check(pair, report) {
    for (const { before, after } of keptFields(pair)) {
      const headers = { before: before.headers, after: after.headers };
      for (const header of added(headers).filter(({ isRequired }) => isRequired)) {
        const places = { before: at(before.object), after: at(header.object) };
        report(`${describePartHeader(header, after, pair.after)} must be sent now`, places);
      }
      for (const header of kept(headers)) {
        if (header.before.isRequired || !header.after.isRequired) continue;
        const places = objectSpots({ before: header.before.object, after: header.after.object }, "required");
        report(`${describePartHeader(header.after, after, pair.after)} must be sent now`, places);
      }
    }
  },
};
