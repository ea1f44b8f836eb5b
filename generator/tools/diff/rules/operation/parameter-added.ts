import { addedParameters, describeParameter, fieldSpot, type OperationPair } from "../../contract/operations.js";
import { at, type PairRule } from "../../rule.js";

/** A parameter that may be sent now. */
export const parameterAdded: PairRule<OperationPair> = {
  id: "parameter-added",
  breaks: "nobody",
  why: "Clients may leave it out.",
  check(pair, report) {
    for (const parameter of addedParameters(pair).filter(({ model }) => !model.required)) {
      const places = { before: fieldSpot(pair.before, "parameters"), after: at(parameter.object) };
      report(`${describeParameter(parameter, pair.after)} is new`, places);
    }
  },
};
