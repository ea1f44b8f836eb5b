import { quote } from "../../../diagnostics/catalog/entry.js";
import { describeParameter, keptParameters, objectSpots, type OperationPair } from "../contract/operations.js";
import type { PairRule } from "../rule.js";

/** The name of a parameter in the path. */
export const pathParameterRenamed: PairRule<OperationPair> = {
  id: "path-parameter-renamed",
  breaks: "both",
  severity: "warning",
  why: "Nothing changes on the wire, but generated code gives the value another name: what uses it doesn't compile.",
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      if (after.model.in !== "path" || before.model.name === after.model.name) continue;
      const places = objectSpots({ before: before.object, after: after.object }, "name");
      report(`${describeParameter(before, pair.after)} is called ${quote(after.model.name)} now`, places);
    }
  },
};
