import { quote } from "../../../diagnostics/catalog/entry.js";
import type { ContractPair } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";
import { serversOf } from "../../contract/server-urls.js";

/** An address that the API no longer has. */
export const serverRemoved: PairRule<ContractPair> = {
  id: "server-removed",
  breaks: "client",
  why: "Clients that use the address don't find the API there.",
  check({ before, after }, report) {
    const [old, young] = [serversOf(before), serversOf(after)];
    for (const [url, spot] of old) {
      if (young.has(url)) continue;
      report(`the server ${quote(url)} is gone`, { before: spot, after: at(after.document, "servers"), isGone: true });
    }
  },
};
