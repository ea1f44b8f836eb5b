import { takenBy } from "../../../../templates/runtime/client/pages.js";
import { formatPointer, valueAt } from "../../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { type Schema, schemasIn } from "../../../json-schema/schema.js";
import { cursorNames, limitNames, offsetNames, pageNames, plain } from "../../../resources/pages.js";
import { type ResourceOperation, responseSchema } from "../../../resources/resources.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import { type Argument, argumentsOf } from "./arguments.js";
import type { CaseSource } from "./case.js";
import { pathWithin, plainRequest } from "./requests.js";
import { targetOf } from "./steps.js";
import { type Answer, Skipped, type Trial } from "./trial.js";
import type { PathValues } from "./things.js";

/** How a call asks for a page of a list. */
export interface PagedCall {
  readonly target: CallTarget;
  /** JSON pointer to the list in the body of the response. */
  readonly listAt: string;
  /** Absent: the API decides how many items a page has. */
  readonly limit: Argument | undefined;
  readonly position: (Argument & { readonly kind: "cursor" | "offset" | "page" }) | undefined;
}

/** A page of a list. */
export interface Page {
  readonly answer: Answer;
  readonly items: readonly JsonValue[];
}

/** Why the pages of a list end. `end`: the API says so. `unknown`: nothing tells how to go on. */
export type PagesEnd = "end" | "unknown" | "same-cursor" | "too-many";

/** How a call of an operation or action asks for pages; `undefined`: its result is no list. */
export function pagedCall({ contract: { contract } }: CaseSource, target: CallTarget, listAt?: string): PagedCall | undefined {
  const { endpoint, node } = target;
  const schemas = schemasIn(contract.schemas);
  const { operation } = endpoint;
  const resultAt = node ? operation.binding?.envelope.result : "";
  if (resultAt === undefined) return undefined;
  const shown = schemas.of(node ? contract.schemas.get(node.action.result) : responseSchema(operation));
  const list = listAt ?? listIn(shown, resultAt);
  if (list === undefined) return undefined;
  const args = argumentsOf(contract, target);
  const named = (names: ReadonlySet<string>, type: "integer" | "string" | undefined) =>
    args.find(({ name, schema }) => names.has(plain(name)) && (type === undefined || schema.types.has(type)));
  const [cursor, offset, page] = [named(cursorNames, undefined), named(offsetNames, "integer"), named(pageNames, "integer")];
  const position = cursor
    ? { ...cursor, kind: "cursor" as const }
    : offset
      ? { ...offset, kind: "offset" as const }
      : page && { ...page, kind: "page" as const };
  return { target, listAt: list, limit: named(limitNames, "integer"), position };
}

/** The only list in a body: itself, or its only member that is one. */
function listIn(schema: Schema, at: string): string | undefined {
  if (schema.types.has("array") && schema.items) return at;
  const lists = [...schema.members].filter(([, { schema: inner }]) => inner.types.has("array"));
  return lists.length === 1 ? at + formatPointer([lists[0]![0]]) : undefined;
}

/** Reads pages until the API says that there are no more. Returns why it ended. */
export async function* walk(
  source: CaseSource,
  trial: Trial,
  call: PagedCall,
  path: PathValues,
  limit: number | undefined,
  maxPages: number,
): AsyncGenerator<Page, PagesEnd, undefined> {
  const { position } = call;
  const base = baseRequest(source, call, path);
  const seen = new Set<string>();
  let at: JsonValue | undefined;
  let count = 0;
  for (let pages = 0; pages < maxPages; pages++) {
    let request = base;
    if (call.limit && limit !== undefined) request = withArgument(call, request, call.limit.name, limit);
    if (position && at !== undefined) request = withArgument(call, request, position.name, at);
    const answer = await trial.call(call.target, request);
    if (answer.status >= 300 || answer.body === undefined) throw new Skipped(`a page of the list responds with ${answer.status}`);
    const items = valueAt(answer.body, call.listAt);
    if (!Array.isArray(items)) throw new Skipped("the response has no list");
    yield { answer, items: items as JsonValue[] };
    count += items.length;
    const next = nextOf(call, answer, { at, count, pages, isEmpty: items.length === 0 });
    if (typeof next === "string") return next;
    at = next.at;
    const text = JSON.stringify(at);
    if (seen.has(text)) return "same-cursor";
    seen.add(text);
  }
  return "too-many";
}

interface Progress {
  readonly at: JsonValue | undefined;
  readonly count: number;
  readonly pages: number;
  readonly isEmpty: boolean;
}

/** Where the next page begins. */
function nextOf(
  { position, target, listAt }: PagedCall,
  { body, headers }: Answer,
  { count, pages, isEmpty }: Progress,
): { readonly at: JsonValue } | "end" | "unknown" {
  const linked = position && linkedPosition(headers["link"], position.name);
  if (!position) return /rel="?next/.test(headers["link"] ?? "") ? "unknown" : "end";
  if (linked !== undefined) return { at: linked };
  if (position.kind === "offset") return isEmpty ? "end" : { at: count };
  if (position.kind === "page") return isEmpty ? "end" : { at: firstPage(position.schema) + pages + 1 };
  const holders = holdersOf(body, target, listAt);
  for (const holder of holders) {
    for (const name of Object.keys(takenBy)) {
      if (!Object.hasOwn(holder, name)) continue;
      const cursor = holder[name] ?? null;
      return cursor === null || cursor === "" || cursor === 0 || cursor === false ? "end" : { at: cursor };
    }
  }
  return holders.some((holder) => Object.keys(holder).some((name) => /more|next/i.test(name) && holder[name])) || headers["link"]
    ? "unknown"
    : "end";
}

/** The objects that may tell about a page: those that the list is in, and those next to it. */
function holdersOf(body: JsonValue | undefined, { node, endpoint }: CallTarget, listAt: string): readonly JsonObject[] {
  const parent = valueAt(body, listAt.replace(/\/[^/]*$/, "")) as JsonValue | undefined;
  const result = node ? (valueAt(body, endpoint.operation.binding?.envelope.result ?? "") as JsonValue | undefined) : undefined;
  const holders = [body, result, parent].filter((one): one is JsonObject => one !== undefined && isObject(one));
  return [...holders, ...holders.flatMap((holder) => Object.values(holder).filter(isObject))];
}

/** The first page's number: 1, unless the contract allows 0. */
function firstPage({ pieces }: Schema): number {
  const value = (keyword: string) => pieces.map((piece) => piece[keyword]).find((one) => typeof one === "number");
  return (value("default") as number | undefined) ?? (value("minimum") === 0 ? 0 : 1);
}

/** The value of a parameter in the link to the next page (RFC 8288). */
function linkedPosition(link: string | undefined, name: string): string | undefined {
  const url = /<([^<>]*)>[^,<]*;\s*rel="?next/.exec(link ?? "")?.[1];
  if (url === undefined || !URL.canParse(url, "http://api.invalid/")) return undefined;
  return new URL(url, "http://api.invalid/").searchParams.get(name) ?? undefined;
}

function baseRequest(source: CaseSource, { target, position, limit }: PagedCall, path: PathValues): ExchangeRequest {
  if (!target.node) return plainRequest(source, target, pathWithin(target.endpoint.operation, path));
  const schema = source.contract.contract.schemas.get(target.node.action.body)!;
  const bodies = [{}, ...source.plans.of(target).valid.map(({ request }) => request.body ?? {})];
  for (const body of bodies) {
    if (!isObject(body)) continue;
    const { [position?.name ?? ""]: _, [limit?.name ?? ""]: __, ...rest } = body;
    if (source.contract.evaluate(schema, rest).isValid === true)
      return { params: pathWithin(target.endpoint.operation, path), body: rest };
  }
  throw new Skipped("no valid request for a list was found");
}

function withArgument({ target }: PagedCall, request: ExchangeRequest, name: string, value: JsonValue): ExchangeRequest {
  if (target.node) return { ...request, body: { ...(request.body as JsonObject), [name]: value } };
  return { ...request, query: { ...request.query, [name]: value } };
}

/** The most pages of a list that are read to see all of it. */
const maxPages = 200;

/** All items of a list. Throws `Skipped` if they can't be had. */
export async function allItems(
  source: CaseSource,
  trial: Trial,
  { operation, responseAt }: ResourceOperation,
  path: PathValues,
): Promise<{ readonly items: readonly JsonObject[]; readonly last: Answer }> {
  const call = pagedCall(source, targetOf(source, operation), responseAt);
  if (!call) throw new Skipped("the response has no list");
  const { items, last, end } = await readAll(source, trial, call, path);
  if (end === "unknown" || end === "too-many") throw new Skipped("the list has more pages than can be read");
  return { items: items.filter(isObject), last };
}

/** Reads a list to its end, or until pages bring nothing new. */
export async function readAll(source: CaseSource, trial: Trial, call: PagedCall, path: PathValues) {
  const items: JsonValue[] = [];
  const known = new Set<string>();
  const pages = walk(source, trial, call, path, undefined, maxPages);
  for (let last: Answer | undefined; ;) {
    const step = await pages.next();
    if (step.done) return { items, last: last!, end: step.value };
    last = step.value.answer;
    const added = step.value.items.filter((item) => !known.has(JSON.stringify(item)));
    // Where a page is the whole list, another position shows the same.
    if (known.size > 0 && added.length === 0 && call.position?.kind !== "cursor") return { items, last, end: "end" as const };
    for (const item of added) {
      known.add(JSON.stringify(item));
      items.push(item);
    }
  }
}
