import { isCallable } from "../../../document/server-address.js";
import type { Contract } from "../../../model/contract.js";

/** The base URLs of a contract's servers, after those of the site's own; one without an origin is a path of the site's. */
export function serversOf({ servers }: Contract, others: readonly string[]): string[] {
  const own = servers.flatMap(({ address }) =>
    address && !address.isWildcard ? [`${address.origin ?? ""}${address.path}`] : [],
  );
  return [...new Set([...others, ...own])];
}

/** The origins that pages may call, besides their own. An origin with a variable that has no default can't be one. */
export function originsOf({ servers }: Contract, others: readonly string[]): string[] {
  const own = servers.flatMap(({ address }) => address?.origin ?? []);
  return [...new Set([...others, ...own].flatMap((url) => originOf(url) ?? []))];
}

/** The origin of an HTTP URL, as browsers write it. */
function originOf(text: string): string | undefined {
  if (!isCallable(text)) return undefined;
  const { origin, protocol } = new URL(text);
  return /^https?:$/.test(protocol) && /^[\x21-\x7e]+$/.test(origin) && !/[;,'"{}]/.test(origin) ? origin : undefined;
}
