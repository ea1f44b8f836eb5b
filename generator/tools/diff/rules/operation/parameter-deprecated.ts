import { own } from "../../../../document/json-value.js";
import { describeParameter, keptParameters, objectSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A parameter that is to go. */
export const parameterDeprecated: PairRule<OperationPair> = {
  id: "parameter-deprecated",
  breaks: "nobody",
  why: "It goes on working; clients should do without.",
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (own(before.object, "deprecated") === true || own(after.object, "deprecated") !== true) continue;
      const places = objectSpots({ before: before.object, after: after.object }, "deprecated");
      report(`${describeParameter(after, pair.after)} is deprecated`, places);
    }
  },
};
