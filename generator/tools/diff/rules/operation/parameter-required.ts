import { describeParameter, keptParameters, objectSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A parameter that must be sent now. */
export const parameterRequired: PairRule<OperationPair> = {
  id: "parameter-required",
  breaks: "client",
  why: "Clients that leave it out, as they could before, are answered 400.",
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (before.model.required || !after.model.required) continue;
      const places = objectSpots({ before: before.object, after: after.object }, "required");
      report(`${describeParameter(after, pair.after)} must be sent now`, places);
    }
  },
};
