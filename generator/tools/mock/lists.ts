import { takenBy } from "../../../templates/runtime/client/pages.js";
import { valueAt } from "../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Operation } from "../../model/contract.js";
import { responseSchema } from "../../resources/resources.js";
import type { MockContext } from "./context.js";

/** A page of a list. */
export interface Page {
  readonly items: readonly JsonObject[];
  /** Of all pages. */
  readonly total: number;
  /** Sets the counts and cursors that a body has. */
  readonly complete: (body: JsonObject) => void;
}

/** Names of parameters of pages without case and separators. */
const limits = new Set(["limit", "perpage", "pagesize", "size", "maxresults", "maxitems", "count", "take", "first", "top"]);
const pageNumbers = new Set(["page", "pagenumber", "pageindex"]);
const offsets = new Set(["offset", "skip", "start", "startindex"]);
const cursors = new Set([
  ...Object.values(takenBy).map(plain),
  "after",
  "startingafter",
  "continuationtoken",
  "startafter",
  "pagecursor",
  "exclusivestartkey",
]);

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** Returns the page that a query asks for, of the items with the values that it names. */
export function pageOf(
  { contract }: MockContext,
  operation: Operation,
  listAt: string,
  all: readonly JsonObject[],
  query: Readonly<Record<string, unknown>>,
): Page {
  const schema = responseSchema(operation);
  const items = schemasIn(contract.model.schemas).at(schema, `${listAt}/0`)?.schema;
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const named = (names: ReadonlySet<string>) => asked.find(([name]) => names.has(plain(name)) && !items?.member(name));
  const filters = asked.filter(([name]) => items?.member(name));
  const matching = all.filter((item) => filters.every(([name, value]) => isAmong(item[name], value)));
  const limit = Math.max(1, Number(named(limits)?.[1] ?? matching.length) || matching.length || 1);
  const position = named(cursors) ?? named(offsets);
  const page = named(pageNumbers);
  const from = position ? startOf(position[1], matching) : page ? (Math.max(1, Number(page[1])) - 1) * limit : 0;
  const shown = matching.slice(from, from + limit);
  const next = from + limit < matching.length ? from + limit : undefined;
  return {
    items: shown,
    total: matching.length,
    complete: (body) => {
      const list = valueAt(body, listAt);
      for (const holder of [body, ...Object.values(body).filter((value) => isObject(value) && value !== list)])
        completeHolder(holder as JsonObject, { total: matching.length, shown: shown.length, next });
    },
  };
}

/** The index of the first item after a cursor: a number, or the id of the last item before. */
function startOf(cursor: unknown, items: readonly JsonObject[]): number {
  if (/^\d+$/.test(String(cursor))) return Number(cursor);
  const index = items.findIndex((item) => Object.values(item).some((value) => value === cursor));
  return index < 0 ? 0 : index + 1;
}

function isAmong(value: JsonValue | undefined, asked: unknown): boolean {
  const list = Array.isArray(asked) ? asked : [asked];
  const own = Array.isArray(value) ? value : [value];
  return own.some((one) => list.some((other) => String(other) === String(one)));
}

const totals = new Set(["total", "totalcount", "totalresults", "totalitems", "totalentries", "totalelements"]);
const moreFlags = new Set(["hasmore", "hasnext", "hasnextpage", "istruncated", "more"]);

/** Sets the counts and cursors of an object in the body of a list. */
function completeHolder(
  holder: JsonObject,
  { total, shown, next }: { readonly total: number; readonly shown: number; readonly next: number | undefined },
): void {
  for (const [name, value] of Object.entries(holder)) {
    const key = plain(name);
    if (totals.has(key) && typeof value === "number") holder[name] = total;
    if (key === "count" && typeof value === "number") holder[name] = shown;
    if (moreFlags.has(key) && typeof value === "boolean") holder[name] = next !== undefined;
    if (!Object.hasOwn(takenBy, name)) continue;
    if (next !== undefined) holder[name] = typeof value === "number" ? next : String(next);
    else if (value !== null) delete holder[name];
  }
  if (next === undefined) return;
}
