import { origin, type AnyActionCall } from "./action-calls.js";
import type { AnyCall } from "./call.js";
import { ClientError } from "./errors.js";
import { poll, type PollOptions } from "./poll.js";

/** How to follow an action that completes in the background. */
export interface LongRunningOperation {
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

/** Long-running operations by service type and action. */
export type LongRunningOperations = Readonly<Record<string, Readonly<Record<string, LongRunningOperation>>>>;

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

/** Invokes an action and watches what it started; `client/index` has the one that knows the operations of the contract. */
export function followOperation<Call extends AnyCall>(
  operations: LongRunningOperations,
  call: Call,
  body: unknown,
  { answer, missingTimeout = 60_000, ...options }: FollowOptions<Call> = {},
): Promise<OutcomeOf<Call>> {
  const { service, action, calls } = (call as unknown as AnyActionCall)[origin];
  const operation = operations[service]![action]!;
  const name = `${service}.${action}`;
  let result: Fields | undefined;
  let watched: Fields = {};
  let lastSeen = 0;
  const look = async (signal: AbortSignal) => {
    const isFirst = result === undefined;
    result ??= resultOf(answer ?? (await calls[action]!(body, { signal })));
    const found = isFirst
      ? watchedIn(result, operation)
      : await ask(operation, calls[operation.ask ?? action]!, { body, result, watched }, signal);
    if (found?.[operation.state] !== undefined) [watched, lastSeen] = [found, Date.now()];
    else if (isFirst) throw new ClientError("InvalidResponseError", name, "was answered nothing to follow");
    else if (missingTimeout > 0 && Date.now() - lastSeen >= missingTimeout)
      throw new ClientError("TimeoutError", name, "can't be followed: the API does not show it any more");
    return watched as OutcomeOf<Call>;
  };
  const isDone = () => !operation.pending.includes(String(watched[operation.state]));
  return poll(look, isDone, options, name);
}

interface Known {
  readonly body: unknown;
  readonly result: Fields;
  readonly watched: Fields;
}

/** How it stands now; `undefined` if the API doesn't show it. */
async function ask(
  operation: LongRunningOperation,
  call: AnyActionCall,
  known: Known,
  signal: AbortSignal,
): Promise<Fields | undefined> {
  const { list, key } = operation;
  const value = key === undefined ? undefined : (known.watched[key] ?? known.result[key]);
  const body = key === undefined ? known.body : list === undefined ? { [key]: value } : {};
  const result = resultOf(await call(body, { signal }));
  if (list === undefined || key === undefined) return watchedIn(result, operation);
  const items: unknown = result[list];
  return Array.isArray(items) ? items.map(fieldsOf).find((item) => item?.[key] === value) : undefined;
}

function resultOf(answer: unknown): Fields {
  return fieldsOf((answer as { readonly result?: unknown } | undefined)?.result) ?? {};
}

function watchedIn(result: Fields, { watch }: Pick<LongRunningOperation, "watch">): Fields | undefined {
  return watch === undefined ? result : fieldsOf(result[watch]);
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}
