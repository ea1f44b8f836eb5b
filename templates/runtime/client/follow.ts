import { valueAt } from "../json.js";
import {
  type AnyCall,
  type Arguments,
  type Call,
  type CallOptions,
  ClientError,
  type ClientResponse,
  type Middleware,
  type ParameterOptions,
  type Route,
  limitTime,
  wait,
} from "./call.js";
import type { AnyActionCall } from "./create-client.js";
import { readRetryAfter } from "./middleware.js";

/** The intervals of polling. */
export interface PollOptions<Value> {
  /** Milliseconds before the second poll; default: 1,000. Each interval is 1.5 times the one before. */
  readonly interval?: number | undefined;
  /** The maximum interval in milliseconds; default: 15,000. */
  readonly maxInterval?: number | undefined;
  /** The timeout in milliseconds; default: none. What is polled continues regardless. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Receives the value of each poll; the next poll awaits it, and polling fails with it. */
  readonly onProgress?: ((value: Value) => void) | undefined;
}

/**
 * Polls until a value is done, and returns it. `name` is for messages; `minPause` returns the milliseconds that have to pass
 * before the next poll.
 */
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
    const ended = limit.ended();
    if (!ended) throw error;
    throw new ClientError(ended, name, ended === "TimeoutError" ? "did not end in time" : "was aborted by its caller");
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
  /** The states that others follow. */
  readonly pending: readonly string[];
  /** The other states, in which it is done. */
  readonly done: readonly string[];
  /** The action that is asked; absent: the same one again. */
  readonly ask?: string;
  /** The list in the result of that action in which it stands. */
  readonly list?: string;
  /** The field by which it is found in the list or, where there is none, asked for. Absent: with the same body. */
  readonly key?: string;
}

/** Long-running operations by service type and action. */
export type LongRunningOperations = Readonly<
  Record<string, Readonly<Record<string, LongRunningOperation | LongRunningResource>>>
>;

/** For the compiler only: what is watched of an action. */
export declare const outcome: unique symbol;

/** Marks the call of an action that can be followed. */
export interface Followable<Outcome> {
  readonly [outcome]?: Outcome;
}

/** What is watched of an action that can be followed. */
export type OutcomeOf<Call> = Call extends Followable<infer Outcome> ? Exclude<Outcome, undefined> : never;

/** Accepts the calls of actions that can be followed. */
export type FollowableCall<Call> = typeof outcome extends keyof Call ? Call : NotFollowable;

interface NotFollowable {
  readonly "the contract gives no operation to follow this call": never;
}

/** The parameters that a call takes besides its body; `never`: none. */
type ParametersOf<Call extends AnyCall> = "parameters" extends keyof NonNullable<Parameters<Call>[1]>
  ? NonNullable<Parameters<Call>[1]>["parameters"]
  : never;

/** The options of following a call: required where the call needs parameters. */
export type FollowArguments<Call extends AnyCall> = undefined extends Parameters<Call>[1]
  ? [options?: FollowOptions<Call>]
  : [options: FollowOptions<Call> & { readonly parameters: ParametersOf<Call> }];

/** How to follow a call. `Retry-After` of a response puts off the next poll, by up to five minutes. */
export interface FollowOptions<Call extends AnyCall> extends PollOptions<OutcomeOf<Call>> {
  /** An earlier response of the action, to be followed instead of invoking it. */
  readonly response?: Awaited<ReturnType<Call>> | undefined;
  /** The parameters of the call, sent with all calls of actions that follow it. */
  readonly parameters?: ParametersOf<Call> | undefined;
  /** Milliseconds that it may be missing in responses; default: 60,000; 0: no limit. */
  readonly missingTimeout?: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** The maximum of milliseconds that `Retry-After` puts off the next poll. */
const maxRetryAfter = 300_000;

/** Invokes an action and watches what it started; `client/index` has the one that knows the contract's operations. */
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
        ? await showResource(operation, calls[action]!, started, plain)
        : isFirst
          ? watchedIn(resultOf(started), operation)
          : await ask(operation, calls[operation.ask ?? action]!, { body, result: resultOf(started), watched }, given);
    const shown =
      ("by" in operation
        ? (valueAt(found, operation.state) ?? (fieldsOf(found) && operation.absent))
        : fieldsOf(found)?.[operation.state]) ?? undefined;
    if (shown !== undefined) [watched, state, lastSeen] = [found, shown, Date.now()];
    else if (lastSeen === undefined) throw new ClientError("InvalidResponseError", name, "was answered nothing to follow");
    else if (missingTimeout > 0 && Date.now() - lastSeen >= missingTimeout)
      throw new ClientError("TimeoutError", name, "can't be followed: the API does not show it any more");
    return watched as OutcomeOf<Call>;
  };
  const isDone = () => {
    const isOneOf = (states: readonly unknown[]) => states.includes(state);
    if (isOneOf(operation.pending)) return false;
    if (isOneOf(operation.done)) return true;
    if (operation.pending.length === 0) return false;
    throw new ClientError("InvalidResponseError", name, "was answered a state that the contract does not declare");
  };
  return poll(look, isDone, options, name, () => minPause);
}

interface Known {
  readonly body: unknown;
  readonly result: Fields;
  readonly watched: unknown;
}

/** Its current state; `undefined` if the API doesn't show it. */
async function ask(
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

/** How to follow an action by something that the API shows besides the action's results. */
export interface LongRunningResource {
  /** An operation that is given an id, the URL in a header, or the operation that shows the service. */
  readonly by: "operation" | "header" | "service";
  /** The name on the client of the operation that shows it; absent: whatever the URL leads to. */
  readonly method?: string;
  /** The argument of that operation that names it. */
  readonly argument?: string;
  /** JSON pointer to its id, or to the header with its URL, in what the call of the action resolves to. */
  readonly at?: string;
  /** JSON pointer to its state. */
  readonly state: string;
  /** The states that others follow; none: all that are not done. */
  readonly pending: readonly (string | boolean)[];
  /** The states in which it has ended, whether it succeeded or not. */
  readonly done: readonly (string | boolean)[];
  /** Its state where it shows none. */
  readonly absent?: string | boolean;
}

/** What is asked in place of the action that is called. */
type Elsewhere =
  | { readonly method: string; readonly args: Arguments; readonly url?: undefined }
  | { readonly method: string | undefined; readonly url: string };

const elsewhere = Symbol("elsewhere");

interface ElsewhereOptions extends CallOptions {
  readonly [elsewhere]?: Elsewhere;
}

/** What the API shows of what an action has started; `undefined` if the response does not say what that is. */
export async function showResource(
  { by, method, argument, at }: LongRunningResource,
  call: AnyActionCall,
  response: unknown,
  given: CallOptions,
): Promise<unknown> {
  const named = at === undefined ? undefined : valueAt(response, at);
  if (by !== "service" && typeof named !== "string" && typeof named !== "number") return undefined;
  const args = argument === undefined ? {} : { [argument]: named };
  const asked: Elsewhere = method === undefined || by === "header" ? { method, url: `${named as string}` } : { method, args };
  const options: ElsewhereOptions = { ...given, [elsewhere]: asked };
  return call(undefined, options);
}

/**
 * For contracts with actions that are followed by something else than actions: sends what `follow` asks as a call of its own,
 * with the arguments that lead to the service. The outermost middleware.
 */
export function askElsewhere(routes: Readonly<Record<string, Route>>, baseUrl: string): Middleware {
  return (call, next) => {
    const asked = (call.options as ElsewhereOptions)[elsewhere];
    if (!asked) return next(call);
    const { service: _, action: __, ...rest } = call;
    if (asked.url !== undefined) {
      const { security } = call.route;
      const { method: name = "" } = asked;
      const known: Omit<Route, "path"> = routes[name] ?? { method: "GET", ...(security ? { security } : {}) };
      const route: Route = { ...known, path: pathWithin(baseUrl, asked.url, call), isLink: true };
      return next({ ...rest, name: name || rest.name, operation: known.id ?? name, route, args: {} });
    }
    const route = routes[asked.method]!;
    const { action: ___, body: ____, ...target } = call.args;
    const args = { ...target, ...asked.args };
    return next({ ...rest, name: asked.method, operation: route.id ?? asked.method, route, args });
  };
}

/** The path of a URL below that of the API. Credentials are sent there, and nowhere else. */
function pathWithin(baseUrl: string, url: string, { name, route, args }: Call): string {
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
      // Below an empty base two slashes would begin the name of another host; servers may read the others as slashes.
      if (!/^\/\/|%2f|%5c|\/\.{1,2};/i.test(path)) return `${path}${query}`;
    }
  } catch {
    // What the platform says would show the URL.
  }
  throw new ClientError("InvalidResponseError", name, "was answered a URL outside of the API");
}
