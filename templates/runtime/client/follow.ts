import type { AnyCall } from "./call.js";
import { type AnyActionCall, origin } from "./create-client.js";
import { ClientError } from "./errors.js";
import { limitTime, wait } from "./time.js";

/** How often to look, and for how long. */
export interface PollOptions<Value> {
  /** Milliseconds before the second look: 1,000 unless told. Each pause is half as long again as the one before. */
  readonly interval?: number | undefined;
  /** No pause is longer, in milliseconds: 15,000 unless told. */
  readonly longestInterval?: number | undefined;
  /** Milliseconds until it is given up: no end unless told. What is looked at goes on all the same. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Is told what each look found; the next one waits for it, and it all fails with it. */
  readonly onProgress?: ((value: Value) => void) | undefined;
}

/** Looks at something again and again until it is done; answers what the last look found. `name` is for messages. */
export async function poll<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  isDone: (value: Value) => boolean,
  { interval = 1000, longestInterval = 15_000, timeout = 0, signal, onProgress }: PollOptions<Value> = {},
  name = "poll",
): Promise<Value> {
  const limit = limitTime(timeout, signal);
  try {
    for (let pause = interval; ; pause *= 1.5) {
      limit.signal.throwIfAborted();
      const value = await read(limit.signal);
      await onProgress?.(value);
      if (isDone(value)) return value;
      await wait(Math.min(pause, longestInterval), limit.signal);
    }
  } catch (error) {
    const ended = limit.ended();
    if (!ended) throw error;
    throw new ClientError(ended, name, ended === "TimeoutError" ? "did not end in time" : "was given up by its caller");
  } finally {
    limit.clear();
  }
}

/** How an action that goes on after its answer is followed. */
export interface Way {
  /** The field of its result that shows how it stands; absent: the result itself. */
  readonly watch?: string;
  /** The field in which the state stands. */
  readonly state: string;
  /** The states that others follow. */
  readonly pending: readonly string[];
  /** The action that is asked; absent: the same one again. */
  readonly ask?: string;
  /** The list in the result of that action in which it stands. */
  readonly list?: string;
  /** The field by which it is found in the list or, where there is none, asked for. Absent: with the same body. */
  readonly key?: string;
}

/** Ways by service type and action. */
export type Ways = Readonly<Record<string, Readonly<Record<string, Way>>>>;

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
  readonly "the contract gives no way to follow this call": never;
}

/** How to follow a call. */
export interface FollowOptions<Call extends AnyCall> extends PollOptions<OutcomeOf<Call>> {
  /** What the action answered earlier: it is followed from there instead of being invoked. */
  readonly answer?: Awaited<ReturnType<Call>> | undefined;
  /** Milliseconds that it may be missing where the API should show it: 60,000 unless told; 0: for ever. */
  readonly missingTimeout?: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Invokes an action and watches what it started; `client/index` has the one that knows the contract's ways. */
export function followWay<Call extends AnyCall>(
  ways: Ways,
  call: Call,
  body: unknown,
  { answer, missingTimeout = 60_000, ...options }: FollowOptions<Call> = {},
): Promise<OutcomeOf<Call>> {
  const { service, action, calls } = (call as unknown as AnyActionCall)[origin];
  const way = ways[service]![action]!;
  const name = `${service}.${action}`;
  let result: Fields | undefined;
  let watched: Fields = {};
  let lastSeen = 0;
  const look = async (signal: AbortSignal) => {
    const isFirst = result === undefined;
    result ??= resultOf(answer ?? (await calls[action]!(body, { signal })));
    const found = isFirst ? watchedIn(result, way) : await ask(way, calls[way.ask ?? action]!, { body, result, watched }, signal);
    if (found?.[way.state] !== undefined) [watched, lastSeen] = [found, Date.now()];
    else if (isFirst) throw new ClientError("InvalidResponseError", name, "was answered nothing to follow");
    else if (missingTimeout > 0 && Date.now() - lastSeen >= missingTimeout)
      throw new ClientError("TimeoutError", name, "can't be followed: the API does not show it any more");
    return watched as OutcomeOf<Call>;
  };
  const isDone = () => !way.pending.includes(String(watched[way.state]));
  return poll(look, isDone, options, name);
}

interface Known {
  readonly body: unknown;
  readonly result: Fields;
  readonly watched: Fields;
}

/** How it stands now; `undefined` if the API doesn't show it. */
async function ask(way: Way, call: AnyActionCall, known: Known, signal: AbortSignal): Promise<Fields | undefined> {
  const { list, key } = way;
  const value = key === undefined ? undefined : (known.watched[key] ?? known.result[key]);
  const body = key === undefined ? known.body : list === undefined ? { [key]: value } : {};
  const result = resultOf(await call(body, { signal }));
  if (list === undefined || key === undefined) return watchedIn(result, way);
  const items: unknown = result[list];
  return Array.isArray(items) ? items.map(fieldsOf).find((item) => item?.[key] === value) : undefined;
}

function resultOf(answer: unknown): Fields {
  return fieldsOf((answer as { readonly result?: unknown } | undefined)?.result) ?? {};
}

function watchedIn(result: Fields, { watch }: Pick<Way, "watch">): Fields | undefined {
  return watch === undefined ? result : fieldsOf(result[watch]);
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}
