import { quote } from "../../../../diagnostics/catalog/entry.js";
import { objectSpots } from "../../contract/operations.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import { addedChoice } from "../../contract/pairs.js";
import { keptVariables, valuesOf } from "../../contract/servers.js";
import type { PairRule } from "../../rule.js";

/** A value that a variable of a server did not have. */
export const serverVariableValueAdded: PairRule<ContractPair> = {
  id: "server-variable-value-added",
  breaks: "nobody",
  why: "The addresses that clients use are still there.",
  check(pair, report) {
    for (const { title, before, after } of keptVariables(pair)) {
      const added = addedChoice(valuesOf(before), valuesOf(after));
      const places = objectSpots({ before, after }, "enum");
      if (added === "all") report(`${title} can have any value now`, places);
      else for (const value of added) report(`${title} can also be ${quote(value)} now`, places);
    }
  },
};
