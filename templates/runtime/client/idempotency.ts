import { ApiError, type Call } from "./call.js";

/** Gives a call an `Idempotency-Key` unless it has one; `undefined`: it takes none. All attempts of the result have the same. */
export function withKey(call: Call): Call | undefined {
  const { idempotencyKey: rule } = call.route;
  if (!rule) return undefined;
  if (call.args[rule.argument] !== undefined || call.headers.has("idempotency-key")) return call;
  const id = crypto.randomUUID();
  return { ...call, args: { ...call.args, [rule.argument]: rule.isQuoted ? `"${id}"` : id } };
}

/** Whether an error says that the first call with the same key still runs. */
export function isRunning(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.headers.has("retry-after");
}
