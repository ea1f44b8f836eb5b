import { quote } from "../../../diagnostics/escape.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { added, removed } from "../contract/pairs.js";
import { serverScopes } from "../contract/servers.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A new server of an API. */
export const serverAdded: PairRule<ContractPair> = {
  id: "server-added",
  breaks: "nobody",
  why: "The URLs that clients use remain valid.",
  example: inContract(`
      servers:
        - url: https://api.example.com
    +   - url: https://api.example.org
      paths: {}
  `),
  check(pair, report) {
    for (const scope of serverScopes(pair)) {
      for (const { url, anchor } of added(scope))
        report(`the server ${quote(url)}${scope.suffix} is new`, { ...scope.anchors, after: anchor });
    }
  },
};

/** A removed server of an API. */
export const serverRemoved: PairRule<ContractPair> = {
  id: "server-removed",
  breaks: "client",
  why: "Clients that use the URL no longer find the API there.",
  example: inContract(`
      servers:
        - url: https://api.example.com
    -   - url: https://api.example.org
      paths: {}
  `),
  check(pair, report) {
    for (const scope of serverScopes(pair)) {
      for (const { url, anchor } of removed(scope))
        report(`the server ${quote(url)}${scope.suffix} was removed`, { ...scope.anchors, before: anchor, isGone: true });
    }
  },
};
