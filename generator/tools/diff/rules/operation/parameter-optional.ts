import { describeParameter, keptParameters, objectSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A parameter that may be left out now. */
export const parameterOptional: PairRule<OperationPair> = {
  id: "parameter-optional",
  breaks: "server",
  why: "A server that relies on it finds it missing.",
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (!before.model.required || after.model.required) continue;
      const places = objectSpots({ before: before.object, after: after.object }, "required");
      report(`${describeParameter(after, pair.after)} may be left out now`, places);
    }
  },
};
