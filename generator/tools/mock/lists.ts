import { takenBy } from "../../../templates/runtime/client/pages.js";
import { formatPointer, valueAt } from "../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Action, Operation } from "../../model/contract.js";
import { cursorNames, limitNames, offsetNames, pageNames, plain } from "../../resources/pages.js";
import { responseSchema } from "../../resources/resources.js";
import type { MockContext } from "./context.js";

/** A page of a list. */
export interface Page {
  readonly items: readonly JsonObject[];
  /** Sets the counts and cursors that a body has, as far as it stays valid. */
  readonly complete: (body: JsonObject, isValid: (body: JsonObject) => boolean) => void;
  /** What a header tells about the page: the values it may have, best first; none if it is about something else. */
  readonly headerValues: (name: string) => readonly JsonValue[];
}

/** Names of members by which clients look for one item. */
const identifying = new Set(["id", "uuid", "guid", "name", "slug", "key", "code", "username", "login", "hostname", "email"]);

/**
 * Returns the page that a query asks for, of the items with the values that it names. If none has them, and they identify an item, `make`
 * may make one.
 */
export function pageOf(
  { contract }: MockContext,
  operation: Operation,
  listAt: string,
  all: readonly JsonObject[],
  query: Readonly<Record<string, unknown>>,
  make: (values: JsonObject) => JsonObject | undefined = () => undefined,
): Page {
  return pageIn({ contract }, responseSchema(operation), listAt, all, query, make);
}

/** The result of an action with the page of its list that the body asks for, if it has a list and is asked for pages. */
export function pageOfResult(context: MockContext, action: Action, result: JsonValue, body: JsonObject): JsonValue {
  const { schemas } = context.contract.model;
  const known = [...schemasIn(schemas).of(schemas.get(action.body)).members.keys()];
  const asks = (name: string) => [limitNames, pageNames, offsetNames, cursorNames].some((names) => names.has(plain(name)));
  const lists = isObject(result) ? Object.entries(result).filter(([, value]) => Array.isArray(value)) : [];
  if (!isObject(result) || !known.some(asks) || lists.length !== 1) return result;
  const schema = schemas.get(action.result)!;
  const [[name, list]] = lists as [[string, JsonObject[]]];
  const query = Object.fromEntries(Object.entries(body).filter(([key]) => asks(key)));
  const page = pageIn(context, schema, formatPointer([name]), list, query);
  const isValid = (value: JsonObject) => context.samples.isValid(schema, value);
  const shown: JsonObject = { ...result, [name]: [...page.items] };
  if (!isValid(shown)) return result;
  page.complete(shown, isValid);
  return shown;
}

/** The page of a list in JSON of a schema. */
function pageIn(
  { contract }: Pick<MockContext, "contract">,
  schema: JsonValue | undefined,
  listAt: string,
  all: readonly JsonObject[],
  query: Readonly<Record<string, unknown>>,
  make: (values: JsonObject) => JsonObject | undefined = () => undefined,
): Page {
  const items = schemasIn(contract.model.schemas).at(schema, `${listAt}/0`)?.schema;
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const named = (names: ReadonlySet<string>) => asked.find(([name]) => names.has(plain(name)) && !items?.member(name));
  const filters = asked.filter(([name]) => items?.member(name));
  const isAsked = (item: JsonObject) => filters.every(([name, value]) => isAmong(item[name], value));
  const found = all.filter(isAsked);
  const isLookup = found.length === 0 && filters.some(([name]) => identifying.has(plain(name)));
  const [made] = isLookup ? [make(Object.fromEntries(filters.map(([name, value]) => [name, firstOf(value)])))] : [];
  const matching = made && isAsked(made) ? [made] : found;
  const limit = Math.max(1, Number(named(limitNames)?.[1] ?? matching.length) || matching.length || 1);
  const position = named(cursorNames) ?? named(offsetNames);
  const page = named(pageNames);
  const from = position ? startOf(position[1], matching) : page ? (Math.max(1, Number(page[1])) - 1) * limit : 0;
  const facts = factsOf({ total: matching.length, shown: Math.min(limit, Math.max(0, matching.length - from)), from, limit });
  return {
    items: matching.slice(from, from + limit),
    headerValues: (name) => {
      const values = facts.get(plain(name).replace(/^x?(?:pagination|paging)?/, "")) ?? [];
      return values.filter((value) => value !== undefined && value !== null);
    },
    complete: (body, isValid) => {
      const list = valueAt(body, listAt);
      // Optional members tell about pages, too.
      for (const name of schemasIn(contract.model.schemas).of(schema).members.keys()) {
        const [value] = facts.get(plain(name)) ?? [];
        if (!Object.hasOwn(body, name) && value !== undefined && isValid({ ...body, [name]: value })) body[name] = value;
      }
      completeObject(body, facts, { list, isValid: () => isValid(body) });
    },
  };
}

/** The index of the first item after a cursor: a number, or the id of the last item before. */
function startOf(cursor: unknown, items: readonly JsonObject[]): number {
  if (/^\d+$/.test(String(cursor))) return Number(cursor);
  const index = items.findIndex((item) => Object.values(item).some((value) => value === cursor));
  return index < 0 ? 0 : index + 1;
}

function firstOf(value: unknown): JsonValue {
  return (Array.isArray(value) ? value[0] : value) as JsonValue;
}

function isAmong(value: JsonValue | undefined, asked: unknown): boolean {
  const list = Array.isArray(asked) ? asked : [asked];
  const own = Array.isArray(value) ? value : [value];
  return own.some((one) => list.some((other) => String(other) === String(one)));
}

/** By name; `undefined` is no member. */
type PageFacts = ReadonlyMap<string, readonly (JsonValue | undefined)[]>;

interface Position {
  readonly total: number;
  readonly shown: number;
  /** The index of the first item. */
  readonly from: number;
  readonly limit: number;
}

/** The values of what bodies of lists tell about a page, by names without case and separators: the first that is valid is taken. */
function factsOf({ total, shown, from, limit }: Position): PageFacts {
  const next = from + limit < total ? from + limit : undefined;
  const page = Math.floor(from / limit) + 1;
  const pages = Math.max(1, Math.ceil(total / limit));
  const nextPage = next === undefined ? none : [page + 1];
  const previousPage = page === 1 ? none : [page - 1];
  const cursor = next === undefined ? none : [String(next), next];
  const groups: readonly (readonly [names: string, values: readonly (JsonValue | undefined)[]])[] = [
    ["total totalcount totalresults totalitems totalentries totalelements", [total]],
    ["count", [shown]],
    ["hasmore hasnext hasnextpage istruncated more", [next !== undefined]],
    ["page currentpage pagenumber", [page]],
    ["perpage pagesize limit", [limit]],
    ["lastpage totalpages pagecount", [pages]],
    ["nextpage", nextPage],
    ["previouspage prevpage", previousPage],
    ["offset", [from]],
    [Object.keys(takenBy).map(plain).join(" "), cursor],
    ...(next === undefined ? [["next nexturl nextlink", none] as const] : []),
    ...(page === 1 ? [["previous prev previousurl", none] as const] : []),
  ];
  return new Map(groups.flatMap(([names, values]) => names.split(" ").map((name) => [name, values] as const)));
}

/** Nothing: null, or no such member. */
const none: readonly (JsonValue | undefined)[] = [null, undefined, ""];

/** Sets what an object in the body of a list tells about the page, as far as the body stays valid. */
function completeObject(
  holder: JsonObject,
  facts: PageFacts,
  of: { readonly list: unknown; readonly isValid: () => boolean },
): void {
  for (const [name, before] of Object.entries(holder)) {
    if (before === of.list) continue;
    const values = facts.get(plain(name));
    if (isObject(before)) completeObject(before, facts, of);
    else if (values) {
      const isSet = values.some((value) => {
        if (value === undefined) delete holder[name];
        else holder[name] = value;
        return of.isValid();
      });
      if (!isSet) holder[name] = before;
    }
  }
}
