import { describeParameter, fieldSpot, type OperationPair, removedParameters } from "../../contract/operations.js";
import { at, type PairRule } from "../../rule.js";

/** A parameter that is gone. */
export const parameterRemoved: PairRule<OperationPair> = {
  id: "parameter-removed",
  breaks: "client",
  why: "What clients ask for with it is ignored now, or refused.",
  check(pair, report) {
    for (const parameter of removedParameters(pair)) {
      const places = { before: at(parameter.object), after: fieldSpot(pair.after, "parameters"), isGone: true };
      report(`${describeParameter(parameter, pair.before)} is gone`, places);
    }
  },
};
