import { addedParameters, describeParameter, fieldSpot, type OperationPair } from "../../contract/operations.js";
import { at, type PairRule } from "../../rule.js";

/** A parameter that must be sent now and wasn't there. */
export const parameterAddedRequired: PairRule<OperationPair> = {
  id: "parameter-added-required",
  breaks: "client",
  why: "Clients that don't send it, as they couldn't know it, are answered 400.",
  check(pair, report) {
    for (const parameter of addedParameters(pair).filter(({ model }) => model.required)) {
      const places = { before: fieldSpot(pair.before, "parameters"), after: at(parameter.object) };
      report(`${describeParameter(parameter, pair.after)} is new and required`, places);
    }
  },
};
