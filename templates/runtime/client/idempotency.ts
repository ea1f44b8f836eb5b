import { ApiError, type Call, type Route } from "./call.js";

/** An operation that may take an `Idempotency-Key`. */
export interface KeyedRoute extends Route {
  /** The argument that is its `Idempotency-Key`; absent: it takes none, or none that a client can write. */
  readonly idempotencyKey?: { readonly argument: string; readonly isQuoted?: true };
}

/** Gives a call an `Idempotency-Key` unless it has one; `undefined`: it takes none. All attempts of the result have the same. */
export function withKey(call: Call): Call | undefined {
  const { idempotencyKey: rule }: KeyedRoute = call.route;
  if (!rule) return undefined;
  if (call.args[rule.argument] !== undefined || call.headers.has("idempotency-key")) return call;
  const id = crypto.randomUUID();
  return { ...call, args: { ...call.args, [rule.argument]: rule.isQuoted ? `"${id}"` : id } };
}

/** Whether an error says that the first call with the same key still runs. */
export function isRunning(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.headers.has("retry-after");
}
