import { quote } from "../../../../diagnostics/catalog/entry.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import { added } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";
import { serverScopes } from "../../contract/servers.js";

/** An address that the API didn't have. */
export const serverAdded: PairRule<ContractPair> = {
  id: "server-added",
  breaks: "nobody",
  why: "The addresses that clients use are still there.",
  check(pair, report) {
    for (const scope of serverScopes(pair)) {
      for (const { url, spot } of added(scope))
        report(`the server ${quote(url)}${scope.suffix} is new`, { ...scope.places, after: spot });
    }
  },
};
