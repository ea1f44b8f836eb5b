import { quote } from "../../../../diagnostics/catalog/entry.js";
import { objectSpots } from "../../contract/operations.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import { addedChoice } from "../../contract/pairs.js";
import { keptVariables, valuesOf } from "../../contract/servers.js";
import type { PairRule } from "../../rule.js";

/** A value that a variable of a server no longer has. */
export const serverVariableValueRemoved: PairRule<ContractPair> = {
  id: "server-variable-value-removed",
  breaks: "client",
  why: "Clients that use the address don't find the API there.",
  check(pair, report) {
    for (const { title, before, after } of keptVariables(pair)) {
      const removed = addedChoice(valuesOf(after), valuesOf(before));
      const places = objectSpots({ before, after }, "enum");
      if (removed === "all") report(`${title} can only have the listed values now`, places);
      else for (const value of removed) report(`${title} can no longer be ${quote(value)}`, places);
    }
  },
};
