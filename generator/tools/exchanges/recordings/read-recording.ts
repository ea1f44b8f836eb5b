import { firstSegments, normalizePath, splitTarget } from "../../../../templates/runtime/server/router.js";
import type { Match } from "../../../../templates/runtime/server/contract.js";
import { createSegmentRouter } from "../../../../templates/runtime/server/segments.js";
import type { JsonValue } from "../../../document/json-value.js";
import { routableOperations } from "../../../document/path-template.js";
import type { TextFile } from "../../../document/locations.js";
import type { Endpoint, ExchangeContract } from "../exchange-contract.js";
import { readEntry, type RecordedExchange } from "./har-entry.js";
import type { EntryRange } from "./split-entries.js";

/** A call of a batch of JSON-RPC: the numbers of its request, and of its response if it has one. */
export interface BatchPart {
  readonly request: number;
  readonly response: number | undefined;
}

/** A call of an operation. */
export interface CallEntry {
  readonly kind: "call";
  readonly span: EntryRange;
  readonly recorded: RecordedExchange;
  readonly endpoint: Endpoint;
  readonly matched: OperationMatch;
  /** Which call of a batch it is; absent: it is the whole entry. */
  readonly part?: BatchPart;
}

/** An entry that can't be validated against an operation. */
export type BadEntry = { readonly span: EntryRange } & (
  | { readonly kind: "unmatched"; readonly recorded: RecordedExchange; readonly methods: readonly string[] }
  | { readonly kind: "broken"; readonly wrong: string; readonly pointer: string }
);

/** An entry of a recording. Skips other addresses, entries without a response, and a browser's own requests. */
export type RecordedEntry = CallEntry | BadEntry | { readonly kind: "skipped" };

/** Reads a recording entry by entry without keeping them. */
export function* readRecording(
  { endpoints }: ExchangeContract,
  source: TextFile,
  spans: readonly EntryRange[],
  matchRoute: MatchRoute,
): Generator<RecordedEntry> {
  for (const span of spans) {
    const value = parse(source.text.slice(span.start, span.end));
    const recorded = value === undefined ? { wrong: "invalid JSON", pointer: "" } : readEntry(value);
    yield "wrong" in recorded ? { span, kind: "broken", ...recorded } : classify(endpoints, span, recorded, matchRoute);
  }
}

/** Returns what an exchange is to the contract. */
export function classify(
  endpoints: ExchangeContract["endpoints"],
  span: EntryRange,
  recorded: RecordedExchange,
  matchRoute: MatchRoute,
): RecordedEntry {
  const matched = matchRoute(recorded.method, recorded.url);
  const endpoint = matched.kind === "operation" ? endpoints.get(matched.match.route.operation)! : undefined;
  // Browsers send OPTIONS requests on their own, and record no response for a cached one.
  const isCached = recorded.status === 304 && !(endpoint && declaresNotModified(endpoint));
  const isAside = recorded.status === 0 || isCached || (!endpoint && recorded.method === "OPTIONS");
  if (matched.kind === "foreign" || isAside) return { kind: "skipped" };
  if (matched.kind !== "operation") {
    return { kind: "unmatched", span, recorded, methods: matched.kind === "method" ? matched.methods : [] };
  }
  return { kind: "call", span, recorded, endpoint: endpoint!, matched };
}

function declaresNotModified({ operation }: Endpoint): boolean {
  return operation.responses.some(({ status }) => /^3(?:04|XX)$/i.test(status));
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The operation of an address, and its query. */
export interface OperationMatch {
  readonly kind: "operation";
  readonly match: Match;
  readonly query: string;
}

/** The classification of an address in a recording. */
type RouteMatch =
  | OperationMatch
  /** The path exists, but not the method. */
  | { readonly kind: "method"; readonly methods: readonly string[] }
  /** The address belongs to the API, but has an unknown path. */
  | { readonly kind: "path" }
  /** The address belongs to something else. */
  | { readonly kind: "foreign" };

export type MatchRoute = (method: string, url: string) => RouteMatch;

/**
 * Finds the operation of an address. With base URLs, only addresses below one of them belong to the API. Without base URLs, any
 * address with a path of the contract does, with or without the path of a server.
 */
export function createMatchRoute({ contract, endpoints }: ExchangeContract, baseUrls: readonly string[]): MatchRoute {
  const routable = new Set(routableOperations(contract.operations));
  const served = [...endpoints.values()].filter(({ operation }) => routable.has(operation));
  const router = createSegmentRouter(served.map(({ route }) => route));
  const isOpen = baseUrls.length === 0;
  const cuts: readonly ((url: string) => string | undefined)[] = isOpen
    ? [...new Set(["", ...contract.servers.flatMap(({ paths }) => paths)])].map(afterPath)
    : baseUrls.map((base) => (url: string) => afterBase(url, base.replace(/\/+$/, "")));
  return (method, url) => {
    const known: RouteMatch[] = [];
    for (const cut of cuts) {
      const rest = cut(url);
      if (rest === undefined) continue;
      const { path, query } = splitTarget(rest, "");
      const match = path === undefined ? undefined : router(method, path, query);
      if (match && "route" in match) return { kind: "operation", match, query };
      if (match) known.push({ kind: "method", methods: match.methods });
      else if (!isOpen) known.push({ kind: "path" });
    }
    return known[0] ?? { kind: "foreign" };
  };
}

function afterBase(url: string, base: string): string | undefined {
  const start = firstSegments(url.split(/[?#]/, 1)[0]!, base);
  return normalizePath(start) === normalizePath(base) ? `/${url.slice(start.length).replace(/^\//, "")}` : undefined;
}

/** Cuts the path of a server off an address of any host; braces in it match any text in a segment. */
function afterPath(base: string): (url: string) => string | undefined {
  const literals = base.split(/\{[^{}]*\}/).map((text) => normalizePath(text).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const prefix = new RegExp(`^${literals.join("[^/?#]+")}$`);
  return (url) => {
    const path = url.replace(/^[^/?#]*\/\/[^/?#]*/, "");
    const start = firstSegments(path.split(/[?#]/, 1)[0]!, base);
    return prefix.test(normalizePath(start)) ? path.slice(start.length) : undefined;
  };
}
