import { own, ownString } from "../../load/json-value.js";
import type { ContractVersion } from "./contract-version.js";
import { at, type Spot } from "../rule.js";

/** The addresses of an API, each with its place; without any, it is where its document is. */
export function serversOf({ document }: ContractVersion): ReadonlyMap<string, Spot> {
  const servers = own(document, "servers");
  const list = Array.isArray(servers) ? servers : [];
  const urls = list.flatMap((server, index) => {
    const url = ownString(server, "url");
    return url === undefined ? [] : [[url, at(list, index)] as const];
  });
  return new Map(urls.length > 0 ? urls : [["/", at(document, "servers")]]);
}
