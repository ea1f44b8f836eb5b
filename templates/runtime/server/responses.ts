import type { ValidationError } from "../json.js";
import { shorten } from "./errors.js";

/** What is done with a response that the contract doesn't allow. */
export interface Judge {
  /** Throws, reports or ignores that a response is invalid. */
  fail(message: string, problems?: readonly ValidationError[]): void;
  /** Fails if a value violates its schema. */
  check(
    guard: { (value: unknown): boolean; readonly errors: readonly ValidationError[] | null },
    value: unknown,
    what: string,
  ): void;
  /** A JSON value without secrets that a valid response would not have. */
  clean(value: unknown): unknown;
  /** The headers of a response that declares none. */
  headers(given: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> | undefined;
  /** Whether a header is such a secret. */
  isHidden(name: string): boolean;
}

/** The contract's key for a status: itself, its range, or `default`. */
export function declaredStatus(responses: Readonly<Record<string, unknown>>, status: number): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  const range = `${Math.floor(status / 100)}`;
  return [`${status}`, `${range}XX`, `${range}xx`, "default"].find((key) => Object.hasOwn(responses, key));
}

/** An invalid response of a handler. Its problems, which are logged, name fields and rules, never values. */
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

/** The text of a value, and the value as sent: parsed again if JSON would call methods or omit something. */
export function toJson(value: unknown): { readonly text: string; readonly value: unknown } {
  const isPlain = isPlainJson(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new InvalidResponse("The body can't be written as JSON");
  return { text, value: isPlain ? value : JSON.parse(text) };
}

/** Throws an `InvalidResponse` if a value violates its schema. */
export const check: Judge["check"] = (guard, value, what) => {
  if (!guard(value)) throw new InvalidResponse(violation(what), guard.errors ?? []);
};

/** What an invalid part of a response is reported as. */
export function violation(what: string): string {
  return `The ${what} ${what.endsWith("s") ? "violate" : "violates"} the contract`;
}

/** Throws an `InvalidResponse` for anything that the contract doesn't allow. */
export const strict: Judge = {
  fail: (message, problems) => {
    throw new InvalidResponse(message, problems);
  },
  check,
  clean: (value) => value,
  headers: (given) => given,
  isHidden: () => false,
};

/** The text of JSON that is sent. */
export function sentText(judge: Judge, text: string, value: unknown): string {
  const clean = judge.clean(value);
  return clean === value ? text : JSON.stringify(clean);
}

/** A status of HTTP that ends a call, also if the contract doesn't declare it. */
export function sendableStatus(status: unknown): number {
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599)
    throw new InvalidResponse("The response has no status that can be sent");
  return status as number;
}

/** Deeper values are parsed again from their JSON text. */
const maxPlainDepth = 32;

/** Whether `JSON.stringify` writes exactly this value: no `toJSON`, no classes, nothing that it omits or turns into null. */
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
