import { describeParameter, fieldSpot } from "../../contract/describe-operation.js";
import { removedParameters } from "../../contract/parameter-pairs.js";
import type { OperationPair } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";

/** A parameter that no longer comes with a webhook or callback. */
export const callParameterRemoved: PairRule<OperationPair> = {
  id: "call-parameter-removed",
  breaks: "client",
  why: "Clients that read it find nothing.",
  check(pair, report) {
    for (const parameter of removedParameters(pair)) {
      const places = { before: at(parameter.object), after: fieldSpot(pair.after, "parameters"), isGone: true };
      report(`${describeParameter(parameter, pair.before)} is gone`, places);
    }
  },
};
