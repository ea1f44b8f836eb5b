import { describeParameter, keptParameters, objectSpots, type OperationPair } from "../../contract/operations.js";
import type { PairRule } from "../../rule.js";

/** A parameter that no longer always comes with a webhook or callback. */
export const callParameterOptional: PairRule<OperationPair> = {
  id: "call-parameter-optional",
  breaks: "client",
  why: "Clients that rely on it find it missing.",
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (!before.model.required || after.model.required) continue;
      const places = objectSpots({ before: before.object, after: after.object }, "required");
      report(`${describeParameter(after, pair.after)} is no longer always there`, places);
    }
  },
};
