import type { ValidationError } from "../validators/guard.js";
import { shorten } from "./errors.js";

/** An invalid response of a handler. Its problems name fields and rules, never values; they are written to logs. */
export class InvalidResponse extends Error {
  readonly problems: readonly ValidationError[];

  constructor(message: string, problems: readonly ValidationError[] = []) {
    super(message);
    this.problems = problems.map(withShortNames);
  }
}

function withShortNames({ params, ...problem }: ValidationError): ValidationError {
  const short = Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? shorten(value) : value]);
  return {
    ...problem,
    instancePath: shorten(problem.instancePath),
    params: Object.fromEntries(short) as ValidationError["params"],
    ...(problem.propertyName !== undefined && { propertyName: shorten(problem.propertyName) }),
  };
}

/**
 * The text of a value, and the value that stands in it, so that what is checked is what is sent: where JSON would call
 * methods or leave something out, it is read back.
 */
export function toJson(value: unknown): { readonly text: string; readonly value: unknown } {
  const isPlain = isPlainJson(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new InvalidResponse("The body has no JSON form");
  return { text, value: isPlain ? value : JSON.parse(text) };
}

/** Throws an `InvalidResponse` if a value does not fit its schema. */
export function check(
  guard: { (value: unknown): boolean; readonly errors: readonly ValidationError[] | null },
  value: unknown,
  what: string,
): void {
  if (!guard(value)) throw new InvalidResponse(`The ${what} does not fit the contract`, guard.errors ?? []);
}

/** Deeper values are read back from their JSON text. */
const maxPlainDepth = 32;

/**
 * Whether a value is made of what JSON has, so that `JSON.stringify` writes just what is there: no `toJSON`, no classes,
 * nothing that it leaves out or turns into null.
 */
export function isPlainJson(value: unknown, depth = maxPlainDepth): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || (depth > 0 && isPlainObject(value, depth - 1));
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === "function") return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (!isPlainJson(value[index], depth)) return false;
    }
    return true;
  }
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const name in value) {
    if (!isPlainJson((value as Record<string, unknown>)[name], depth)) return false;
  }
  return true;
}
