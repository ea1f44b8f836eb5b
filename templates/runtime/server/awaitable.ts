import type { Awaitable } from "./handler-types.js";

/** Goes on with a value at once if it is there, else when it comes: most hooks answer at once, and waiting costs time. */
export function whenReady<Value, Result>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  return isPromise(value) ? (value.then(goOn) as Promise<Awaited<Result>>) : goOn(value);
}

/** Whatever can be awaited: query builders, for example, are no promises but have their `then`. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}
