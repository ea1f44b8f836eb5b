import { type Match, createRouter, splitTarget } from "../../../../templates/runtime/server/router.js";
import type { JsonValue } from "../../../document/json-value.js";
import { serverAddress } from "../../../document/server-address.js";
import type { ExchangeContract } from "../exchange-contract.js";

/** The operation that an address leads to, and what else it says. */
export interface OperationMatch {
  readonly kind: "operation";
  readonly match: Match;
  readonly query: string;
}

/** What an address of a recording leads to. */
export type RouteMatch =
  | OperationMatch
  /** There is such a path, but it doesn't know the method. */
  | { readonly kind: "method"; readonly methods: readonly string[] }
  /** It belongs to the API, which has no such path. */
  | { readonly kind: "path" }
  /** It belongs to something else. */
  | { readonly kind: "foreign" };

export type MatchRoute = (method: string, url: string) => RouteMatch;

/**
 * Finds the operation of an address. With base URLs only what lies below one of them belongs to the API; without, whatever has a
 * path of the contract, below the path of one of its servers or not.
 */
export function createMatchRoute({ contract, endpoints }: ExchangeContract, baseUrls: readonly string[]): MatchRoute {
  const router = createRouter([...endpoints.values()].map(({ route }) => route));
  const isOpen = baseUrls.length === 0;
  const bases = isOpen
    ? [...new Set(["", ...serverPaths(contract.document["servers"])])]
    : baseUrls.map((url) => url.replace(/\/+$/, ""));
  return (method, url) => {
    const known: RouteMatch[] = [];
    for (const base of bases) {
      const rest = isOpen ? url : afterBase(url, base);
      if (rest === undefined) continue;
      const { path, query } = splitTarget(rest, isOpen ? base : "");
      const match = path === undefined ? undefined : router(method, path);
      if (match && "route" in match) return { kind: "operation", match, query };
      if (match) known.push({ kind: "method", methods: match.methods });
      else if (!isOpen) known.push({ kind: "path" });
    }
    return known[0] ?? { kind: "foreign" };
  };
}

function afterBase(url: string, base: string): string | undefined {
  if (!url.startsWith(base)) return undefined;
  const rest = url.slice(base.length);
  return rest === "" || /^[/?#]/.test(rest) ? `/${rest.replace(/^\//, "")}` : undefined;
}

function serverPaths(servers: JsonValue | undefined): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server) => {
    const path = serverAddress(server)?.path;
    return path === undefined || path.includes("{") ? [] : [path];
  });
}
