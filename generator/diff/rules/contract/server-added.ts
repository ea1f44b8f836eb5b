import { quote } from "../../../diagnostics/catalog/entry.js";
import type { ContractPair } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";
import { serversOf } from "../../contract/server-urls.js";

/** An address that the API didn't have. */
export const serverAdded: PairRule<ContractPair> = {
  id: "server-added",
  breaks: "nobody",
  why: "The addresses that clients use are still there.",
  check({ before, after }, report) {
    const [old, young] = [serversOf(before), serversOf(after)];
    for (const [url, spot] of young) {
      if (old.has(url)) continue;
      report(`the server ${quote(url)} is new`, { before: at(before.document, "servers"), after: spot });
    }
  },
};
