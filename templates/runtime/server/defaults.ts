import { parsePointer } from "../json-pointer.js";
import type { Call } from "./call.js";
import type { Defaults } from "./contract.js";

/** Fills in the parameters that are missing, once those that were sent are known to be valid. */
export function fillParameters({ route, parameters }: Call): void {
  if (!route.defaults) return;
  for (const place of ["query", "headers", "cookies"] as const) fill(parameters[place], route.defaults[place]);
}

/** Fills in the properties that are missing in a valid body of JSON or a form. */
export function fillBody({ route, action, body }: Call): void {
  if (!route.defaults) return;
  fill(body, action ? route.defaults.actions?.[action.type]?.[action.name] : route.defaults.body);
}

function fill(target: unknown, defaults: Defaults = {}): void {
  for (const [pointer, value] of Object.entries(defaults)) {
    const keys = parsePointer(pointer);
    const name = keys.pop()!;
    let holder = target;
    for (const key of keys) holder = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
    if (!isObject(holder) || Object.hasOwn(holder, name)) continue;
    // The handler may change what it gets, and a name such as `__proto__` must become one of its own.
    const copy: unknown = JSON.parse(JSON.stringify(value));
    Object.defineProperty(holder, name, { value: copy, writable: true, enumerable: true, configurable: true });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
