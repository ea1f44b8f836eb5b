import { valueAt, writeAt } from "../json.js";
import { bodyPointer, isParameter, listPointer, selectorAt, sentFacts, writeActionBody } from "../selector.js";
import { type ActionCalls, type EndpointRoute, findResult, readSuccesses } from "./action-calls.js";
import { type Call, type CallOptions, type EnvelopeOptions, type Middleware, type ReplacedOptions, ClientError } from "./call.js";
import type { AddParts } from "./middleware.js";

/** The call of one of several actions: its name, and its body if it takes one. */
export type CommandOf<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => unknown
    ? undefined extends Args[0]
      ? { readonly action: Name; readonly body?: Args[0] }
      : { readonly action: Name; readonly body: Args[0] }
    : never;
}[keyof Calls];

/** The result of a command: that of the action's own call. */
type ResultOf<Calls, Command> = Command extends { readonly action: infer Name extends keyof Calls }
  ? Calls[Name] extends (...args: never) => Promise<infer Result>
    ? Result
    : never
  : never;

/** The options of a list of actions. */
export interface ListOptions extends CallOptions {
  /** The members of the body that all actions have in common. */
  readonly envelope?: object | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Invokes several actions of a service with one request, in order: `runAll(client.vm({ id }), [{ action: "stop" }, { action: "start" }])`.
 * Resolves to their results in the same order. If one fails, the call fails, and those after it are not run.
 */
export async function runAll<Calls extends object, const Commands extends readonly CommandOf<Calls>[]>(
  calls: Calls,
  commands: Commands,
  options: ListOptions = {},
): Promise<{ -readonly [Index in keyof Commands]: ResultOf<Calls, Commands[Index]> }> {
  const named = (commands as readonly { readonly action: string; readonly body?: unknown }[]).map(({ action, body = {} }) => {
    return { call: (calls as ActionCalls)[action]!, body };
  });
  const [first] = named;
  if (!first) throw new ClientError("InvalidCallError", "runAll", "needs at least one action");
  const items = named.map(({ call: { origin }, body }) => ({ action: origin.action, body }));
  const replaced: ReplacedOptions = { ...options, inPlace: (call) => withItems(call, items) };
  return (await first.call(first.body, replaced)) as never;
}

type Items = readonly { readonly action: string; readonly body: unknown }[];

/** The call of a list of actions. */
interface ListCall extends Call {
  readonly items?: readonly SentItem[];
}

/** One of several actions of a request. */
interface SentItem {
  readonly action: string;
  readonly body: unknown;
  /** The JSON pointers to its own body in the request, and to its result in the response if it has one there. */
  readonly place: string;
  readonly result?: string;
}

/** Validates the bodies and the results of the items of lists. */
export const addItemParts: AddParts = (parts, validators, call, response) => {
  const { items = [] }: ListCall = call;
  const guardsOf = (action: string) => validators.actions?.[call.service ?? ""]?.[action];
  if (!response) {
    const bodies = items.map(({ action, body, place }) => ({
      guard: guardsOf(action)?.body,
      value: body,
      name: "its body",
      place,
    }));
    return [...bodies, ...parts];
  }
  const resultAt = findResult(call.route, response);
  const results = items.flatMap(({ action, result: place }) => {
    if (place === undefined || !resultAt) return [];
    return [{ guard: guardsOf(action)?.result, value: resultAt(place), name: "its result", place }];
  });
  return [...parts, ...results];
};

/** A call whose body has all items, and whose response is read for each. */
function withItems(call: Call, items: Items): ListCall {
  const { selector, use = [] }: EndpointRoute = call.route;
  if (selector?.item === undefined) throw new ClientError("InvalidCallError", call.name, "invokes one action with a request");
  const { envelope } = call.options as EnvelopeOptions;
  const type = call.service ?? "";
  const list = items.map(({ action, body }) => valueAt(writeActionBody(selector, { action, type, body }), selector.item!));
  const [{ action, body: own }] = items as [Items[0]];
  const body = writeActionBody(selector, { action, type, body: own, envelope }) as object;
  writeAt(body, listPointer(selector.item), list);
  const named = sentFacts(selector, action, type).flatMap(([place, text]) => (isParameter(place) ? [[place.name, text]] : []));
  const args = { ...call.args, ...Object.fromEntries(named), body };
  const others = use.filter((one) => one !== readSuccesses);
  const route: EndpointRoute = { ...call.route, use: [readResults(call.route, items.length), ...others] };
  const { selector: _, ...rest } = route;
  const { results } = selector;
  const result = results === undefined ? undefined : route.action?.envelope.result?.slice(`${results}/0`.length);
  const sent = items.map((item, index) => {
    const place = bodyPointer(selectorAt(selector, index), item.action);
    return { ...item, place, ...(result !== undefined && { result: `${results}/${index}${result}` }) };
  });
  return { ...call, action: undefined, args, route: rest, items: sent };
}

/** Reads the result of each item as that of a single one. */
function readResults(route: EndpointRoute, count: number): Middleware {
  const { results: at } = route.selector!;
  return async (call, next) => {
    const response = await next(call);
    const list = at === undefined ? undefined : valueAt(response.body, at);
    const found = Array.isArray(list) ? list.length : 0;
    if (at !== undefined && found !== count) {
      const text = `returned ${found} results of ${count} actions at ${at}`;
      throw new ClientError("InvalidResponseError", call.name, text);
    }
    const rest = at === undefined ? response.body : structuredClone(response.body);
    if (at !== undefined) writeAt(rest as object, at, []);
    const results: unknown[] = [];
    for (let index = 0; index < count; index++) {
      const body = at === undefined ? rest : structuredClone(rest);
      if (at !== undefined) writeAt(body as object, at, [(list as readonly unknown[])[index]]);
      results.push((await readSuccesses({ ...call, route }, async () => ({ ...response, body }))).body);
    }
    return { ...response, body: results };
  };
}
