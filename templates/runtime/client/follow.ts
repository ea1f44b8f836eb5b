import { valueAt } from "../json.js";
import {
  type AnyCall,
  type Call as SentCall,
  type CallOptions,
  ClientError,
  type ClientResponse,
  type ParameterOptions,
  type ReplacedOptions,
  type Route,
  limitTime,
  wait,
} from "./call.js";
import type { AnyActionCall } from "./action-calls.js";
import { readRetryAfter } from "./middleware.js";

/** The intervals of polling. */
export interface PollOptions<Value> {
  /** Milliseconds before the second poll; default: 1,000. Each interval is 1.5 times the one before. */
  readonly interval?: number | undefined;
  /** The maximum interval in milliseconds; default: 15,000. */
  readonly maxInterval?: number | undefined;
  /** The timeout in milliseconds; default: none. It does not affect the operation itself. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Receives the value of each poll; the next poll awaits it, and polling fails if it does. */
  readonly onProgress?: ((value: Value) => void) | undefined;
}

/** Polls until a value is done, and returns it. `name` is for messages; `minPause` returns the minimum delay in milliseconds. */
export async function poll<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  isDone: (value: Value) => boolean,
  { interval = 1000, maxInterval = 15_000, timeout = 0, signal, onProgress }: PollOptions<Value> = {},
  name = "poll",
  minPause: () => number = () => 0,
): Promise<Value> {
  const limit = limitTime(timeout, signal);
  try {
    for (let pause = interval; ; pause *= 1.5) {
      limit.signal.throwIfAborted();
      const value = await read(limit.signal);
      await onProgress?.(value);
      if (isDone(value)) return value;
      await wait(Math.max(Math.min(pause, maxInterval), minPause()), limit.signal);
    }
  } catch (error) {
    throw limit.explain(name, "did not complete in time") ?? error;
  } finally {
    limit.clear();
  }
}

/** How to follow an action that completes asynchronously by its result and those of other actions. */
export interface LongRunningOperation {
  /** The field of its result that contains its state; absent: the result itself. */
  readonly watch?: string;
  /** The field of the state. */
  readonly state: string;
  /** The states that are not final. */
  readonly pending: readonly string[];
  /** The final states. */
  readonly done: readonly string[];
  /** The action that is polled; absent: the same one again. */
  readonly poll?: string;
  /** The list in the result of that action that contains it. */
  readonly list?: string;
  /** The field that identifies it in the list or, without a list, in the body. Absent: the same body is sent. */
  readonly key?: string;
}

/** Long-running operations by service type and action. */
export type LongRunningOperations = Readonly<
  Record<string, Readonly<Record<string, LongRunningOperation | LongRunningResource>>>
>;

/** For the compiler only: the observed part of an action. */
export declare const outcome: unique symbol;

/** Marks the call of an action that can be followed. */
export interface Followable<Outcome> {
  readonly [outcome]?: Outcome;
}

/** The observed part of an action that can be followed. */
export type OutcomeOf<Call> = Call extends Followable<infer Outcome> ? Exclude<Outcome, undefined> : never;

/** Accepts the calls of actions that can be followed. */
export type FollowableCall<Call> = typeof outcome extends keyof Call ? Call : NotFollowable;

interface NotFollowable {
  readonly "the contract defines no way to follow this call": never;
}

/** The parameters of a call besides its body; `never`: none. */
type ParametersOf<Call extends AnyCall> = "parameters" extends keyof NonNullable<Parameters<Call>[1]>
  ? NonNullable<Parameters<Call>[1]>["parameters"]
  : never;

/** The options of following a call: required if the call has required parameters. */
export type FollowArguments<Call extends AnyCall> = undefined extends Parameters<Call>[1]
  ? [options?: FollowOptions<Call>]
  : [options: FollowOptions<Call> & { readonly parameters: ParametersOf<Call> }];

/** How to follow a call. `Retry-After` of a response delays the next poll by up to five minutes. */
export interface FollowOptions<Call extends AnyCall> extends PollOptions<OutcomeOf<Call>> {
  /** An earlier response of the action to follow instead of invoking it. */
  readonly response?: Awaited<ReturnType<Call>> | undefined;
  /** The parameters of the call, sent with all calls of actions that follow it. */
  readonly parameters?: ParametersOf<Call> | undefined;
  /** The maximum time in milliseconds that it may be missing in responses; default: 60,000; 0: no limit. */
  readonly missingTimeout?: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** The maximum delay of the next poll by `Retry-After` in milliseconds. */
const maxRetryAfter = 300_000;

/** Invokes an action and follows what it started; `client/index` exports the one with the contract's operations. */
export function followOperation<Call extends AnyCall>(
  operations: LongRunningOperations,
  call: Call,
  body: unknown,
  { response, parameters, missingTimeout = 60_000, ...options }: FollowOptions<Call> = {},
): Promise<OutcomeOf<Call>> {
  const { service, action, calls } = (call as unknown as AnyActionCall).origin;
  const operation = operations[service]![action]!;
  const name = `${service}.${action}`;
  let started: unknown = response;
  let watched: unknown;
  let state: unknown;
  let lastSeen: number | undefined;
  let minPause = 0;
  const onResponse = ({ headers }: ClientResponse) =>
    void (minPause = Math.min(readRetryAfter(headers, Date.now()) ?? 0, maxRetryAfter));
  const look = async (signal: AbortSignal) => {
    const plain: CallOptions = { signal, onResponse };
    const given: ParameterOptions = parameters === undefined ? plain : { ...plain, parameters };
    const isFirst = lastSeen === undefined;
    if (isFirst) started ??= await calls[action]!(body, given);
    if (isFirst && "by" in operation) await wait(minPause, signal);
    const found =
      "by" in operation
        ? await readResource(operation, calls[action]!, started, plain)
        : isFirst
          ? watchedIn(resultOf(started), operation)
          : await pollAction(operation, calls[operation.poll ?? action]!, { body, result: resultOf(started), watched }, given);
    const current =
      ("by" in operation
        ? (valueAt(found, operation.state) ?? (fieldsOf(found) && operation.absent))
        : fieldsOf(found)?.[operation.state]) ?? undefined;
    if (current !== undefined) [watched, state, lastSeen] = [found, current, Date.now()];
    else if (lastSeen === undefined) throw new ClientError("InvalidResponseError", name, "returned nothing to follow");
    else if (missingTimeout > 0 && Date.now() - lastSeen >= missingTimeout)
      throw new ClientError("TimeoutError", name, "can't be followed: the API no longer returns it");
    return watched as OutcomeOf<Call>;
  };
  const isDone = () => {
    const isOneOf = (states: readonly unknown[]) => states.includes(state);
    if ("by" in operation && operation.error !== undefined && (valueAt(watched, operation.error) ?? null) !== null) return true;
    if (isOneOf(operation.pending)) return false;
    if (isOneOf(operation.done)) return true;
    if (operation.pending.length === 0) return false;
    throw new ClientError("InvalidResponseError", name, "returned a state that the contract does not declare");
  };
  return poll(look, isDone, options, name, () => minPause);
}

interface Known {
  readonly body: unknown;
  readonly result: Fields;
  readonly watched: unknown;
}

/** Its current state; `undefined` if the API doesn't return it. */
async function pollAction(
  operation: LongRunningOperation,
  call: AnyActionCall,
  known: Known,
  options: ParameterOptions,
): Promise<Fields | undefined> {
  const { list, key } = operation;
  const value = key === undefined ? undefined : (fieldsOf(known.watched)?.[key] ?? known.result[key]);
  const body = key === undefined ? known.body : list === undefined ? { [key]: value } : {};
  const result = resultOf(await call(body, options));
  if (list === undefined || key === undefined) return watchedIn(result, operation);
  const items: unknown = result[list];
  return Array.isArray(items) ? items.map(fieldsOf).find((item) => item?.[key] === value) : undefined;
}

function resultOf(response: unknown): Fields {
  return fieldsOf((response as { readonly result?: unknown } | undefined)?.result) ?? {};
}

function watchedIn(result: Fields, { watch }: Pick<LongRunningOperation, "watch">): Fields | undefined {
  return watch === undefined ? result : fieldsOf(result[watch]);
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}

/** How to follow an action by a resource of the API other than the results of actions. */
export interface LongRunningResource {
  /** An operation with an id as argument, the URL in a header, or the operation that returns the service. */
  readonly by: "operation" | "header" | "service";
  /** The operation that returns it; absent: the target of the URL. */
  readonly route?: Route;
  /** The argument of that operation that identifies it. */
  readonly argument?: string;
  /** JSON pointer to its id, or to the header with its URL, in the result of the action call. */
  readonly at?: string;
  /** JSON pointer to its state. */
  readonly state: string;
  /** The states that are not final; empty: all that are not in `done`. */
  readonly pending: readonly (string | boolean)[];
  /** The final states, whether it succeeded or not. */
  readonly done: readonly (string | boolean)[];
  /** Its state if the resource contains none. */
  readonly absent?: string | boolean;
  /** JSON pointer to a value that is present only after a failure, which is final whatever the state. */
  readonly error?: string;
}

/** Reads the resource that an action has started, as a call of its own; `undefined` if the response does not identify it. */
export async function readResource(
  { by, route, argument, at }: LongRunningResource,
  call: AnyActionCall,
  response: unknown,
  given: CallOptions,
): Promise<unknown> {
  const named = at === undefined ? undefined : valueAt(response, at);
  if (by !== "service" && typeof named !== "string" && typeof named !== "number") return undefined;
  const link = by === "header" || !route ? `${named as string}` : undefined;
  const args = argument === undefined ? {} : { [argument]: named };
  const options: ReplacedOptions = {
    ...given,
    inPlace: (replaced, baseUrl) => {
      const { service: _, action: __, ...rest } = replaced;
      const { action: ___, body: ____, ...target } = replaced.args;
      const name = route?.name || rest.name;
      const operation = route?.id ?? route?.name ?? "";
      // With the path arguments of the service.
      if (link === undefined) return { ...rest, name, operation, route: route!, args: { ...target, ...args } };
      const { security } = replaced.route;
      const known: Omit<Route, "path"> = route ?? { name, method: "GET", ...(security ? { security } : {}) };
      return { ...rest, name, operation, route: { ...known, path: pathWithin(baseUrl, link, replaced), isLink: true }, args: {} };
    },
  };
  return call(undefined, options);
}

/** The path of a URL relative to the API. Credentials are sent nowhere else. */
function pathWithin(baseUrl: string, url: string, { name, route, args }: SentCall): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  try {
    const base = new URL(`${baseUrl.replace(/\/+$/, "")}/`, location?.href);
    const called = route.path
      .slice(1)
      .replace(/\{([^{}]+)\}/g, (_, parameter: string) => encodeURIComponent(String(args[parameter])));
    const { origin, pathname, search } = new URL(url, new URL(called, base));
    if (origin === base.origin && pathname.startsWith(base.pathname)) {
      // Braces would name parameters.
      const query = search.replaceAll("{", "%7B").replaceAll("}", "%7D");
      const path = `/${pathname.slice(base.pathname.length)}`;
      // With an empty base, two slashes would begin another host's name; servers may read the others as slashes.
      if (!/^\/\/|%2f|%5c|\/\.{1,2};/i.test(path)) return `${path}${query}`;
    }
  } catch {
    // The platform's message would reveal the URL.
  }
  throw new ClientError("InvalidResponseError", name, "returned a URL outside the API");
}
