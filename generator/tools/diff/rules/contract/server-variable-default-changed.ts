import { quote } from "../../../../diagnostics/catalog/entry.js";
import { ownString } from "../../../../document/json-value.js";
import { objectSpots } from "../../contract/operations.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import { keptVariables } from "../../contract/servers.js";
import type { PairRule } from "../../rule.js";

/** The value of a server's variable where a client chooses none. */
export const serverVariableDefaultChanged: PairRule<ContractPair> = {
  id: "server-variable-default-changed",
  breaks: "client",
  why: "Clients that leave the variable at its default call another address.",
  check(pair, report) {
    for (const { title, before, after } of keptVariables(pair)) {
      const [from, to] = [ownString(before, "default"), ownString(after, "default")];
      if (from === undefined || from === to) continue;
      const now = to === undefined ? "has no default any more" : `defaults to ${quote(to)} instead of ${quote(from)}`;
      report(`${title} ${now}`, objectSpots({ before, after }, "default"));
    }
  },
};
