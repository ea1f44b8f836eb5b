import { quote } from "../../../diagnostics/escape.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { added, removed } from "../contract/pairs.js";
import { serverScopes } from "../contract/servers.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** An address that the API didn't have. */
export const serverAdded: PairRule<ContractPair> = {
  id: "server-added",
  breaks: "nobody",
  why: "The addresses that clients use are still there.",
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

/** An address that the API no longer has. */
export const serverRemoved: PairRule<ContractPair> = {
  id: "server-removed",
  breaks: "client",
  why: "Clients that use the address don't find the API there.",
  example: inContract(`
      servers:
        - url: https://api.example.com
    -   - url: https://api.example.org
      paths: {}
  `),
  check(pair, report) {
    for (const scope of serverScopes(pair)) {
      for (const { url, anchor } of removed(scope))
        report(`the server ${quote(url)}${scope.suffix} is gone`, { ...scope.anchors, before: anchor, isGone: true });
    }
  },
};
