import type { JsonValue } from "../../../document/json-value.js";
import type { SourceFile } from "../../../document/source.js";
import type { Endpoint, ExchangeContract } from "../exchange-contract.js";
import type { MatchRoute, OperationMatch } from "./match-route.js";
import { readEntry, type RecordedExchange } from "./recorded.js";
import type { EntryRange } from "./split-entries.js";

/** A call of an operation. */
export interface CallEntry {
  readonly kind: "call";
  readonly span: EntryRange;
  readonly recorded: RecordedExchange;
  readonly endpoint: Endpoint;
  readonly matched: OperationMatch;
}

/** An entry that can't be held against an operation. */
export type BadEntry = { readonly span: EntryRange } & (
  | { readonly kind: "unmatched"; readonly recorded: RecordedExchange; readonly methods: readonly string[] }
  | { readonly kind: "broken"; readonly wrong: string; readonly pointer: string }
);

/** An entry of a recording; skipped are those of other addresses, never answered, or asked by a browser for its own sake. */
export type RecordedEntry = CallEntry | BadEntry | { readonly kind: "skipped" };

/** Reads a recording entry by entry, and keeps none. */
export function* readRecording(
  { endpoints }: ExchangeContract,
  source: SourceFile,
  spans: readonly EntryRange[],
  matchRoute: MatchRoute,
): Generator<RecordedEntry> {
  for (const span of spans) {
    const value = parse(source.text.slice(span.start, span.end));
    const recorded = value === undefined ? { wrong: "this is not valid JSON", pointer: "" } : readEntry(value);
    yield "wrong" in recorded ? { span, kind: "broken", ...recorded } : classify(endpoints, span, recorded, matchRoute);
  }
}

function classify(
  endpoints: ExchangeContract["endpoints"],
  span: EntryRange,
  recorded: RecordedExchange,
  matchRoute: MatchRoute,
): RecordedEntry {
  const matched = matchRoute(recorded.method, recorded.url);
  // A browser asks by OPTIONS whether it may call, and gets no answer of its own where its cache has one.
  const isAside =
    recorded.status === 0 || recorded.status === 304 || (matched.kind !== "operation" && recorded.method === "OPTIONS");
  if (matched.kind === "foreign" || isAside) return { kind: "skipped" };
  if (matched.kind !== "operation") {
    return { kind: "unmatched", span, recorded, methods: matched.kind === "method" ? matched.methods : [] };
  }
  const endpoint = endpoints.get(matched.match.route.operation)!;
  return { kind: "call", span, recorded, endpoint, matched };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
