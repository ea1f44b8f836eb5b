import { quote } from "../../../../diagnostics/catalog/entry.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import { removed } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";
import { serverScopes } from "../../contract/servers.js";

/** An address that the API no longer has. */
export const serverRemoved: PairRule<ContractPair> = {
  id: "server-removed",
  breaks: "client",
  why: "Clients that use the address don't find the API there.",
  check(pair, report) {
    for (const scope of serverScopes(pair)) {
      for (const { url, spot } of removed(scope))
        report(`the server ${quote(url)}${scope.suffix} is gone`, { ...scope.places, before: spot, isGone: true });
    }
  },
};
