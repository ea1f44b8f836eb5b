import type { ValidationError } from "../json.js";

/** Reports whether a value is valid. `errors` lists the reasons if it is not; the next call replaces them. */
export interface Guard<Type> {
  (value: unknown): value is Type;
  readonly errors: readonly ValidationError[] | null;
}

/** The guards of one action. */
export interface ActionGuards<Action extends { readonly body: unknown; readonly result: unknown }> {
  readonly body: Guard<Action["body"]>;
  readonly result: Guard<Action["result"]>;
}

/** Creates a guard from a generated function. It stops at the first error and never throws for a JSON value. */
export function guard<Type>(validate: Validate): Guard<Type> {
  const check = (value: unknown): value is Type => {
    check.errors = run(validate, value);
    return check.errors === null;
  };
  check.errors = null as readonly ValidationError[] | null;
  return check;
}

/** Creates the guards of one action, and of the parameters by the locations where it declares some itself. */
export function actionGuards<Action extends { readonly body: unknown; readonly result: unknown }, Own extends object = object>(
  body: Validate,
  result: Validate,
  own?: { readonly [Place in keyof Own]: Validate },
): ActionGuards<Action> & { readonly [Place in keyof Own]: Guard<Own[Place]> } {
  const guards = Object.entries<Validate>({ ...own }).map(([place, validate]) => [place, guard(validate)]);
  return Object.assign({ body: guard(body), result: guard(result) }, Object.fromEntries(guards)) as never;
}

/** A pattern as data, for matchers without backtracking: a character by the source of its class, a sequence, or another part. */
export type PatternTree =
  | string
  | readonly PatternTree[]
  | { readonly any: readonly PatternTree[] }
  /** Without `max`: any number of times. */
  | { readonly part: PatternTree; readonly min: number; readonly max?: number }
  | { readonly at: "start" | "end" | "boundary" | "inside" }
  | { readonly look: PatternTree; readonly isBehind?: true; readonly isNot?: true };

/** A generated function: the errors of a value, or `null` for a valid one. */
export type Validate = (value: unknown) => FoundErrors | null;

/** The maximum number of errors listed: alternatives can have many more. */
const maxErrors = 1000;

/** Runs a generated function: its errors, or `null` for a valid value. Values nested too deeply are invalid. */
export function run(validate: Validate, value: unknown, limit = maxErrors): readonly ValidationError[] | null {
  try {
    const found = validate(value);
    return found === null ? null : listErrors(found, limit);
  } catch (error) {
    if (isStackOverflow(error)) return tooDeep;
    throw error;
  } finally {
    clearCache();
  }
}

const tooDeep: readonly ValidationError[] = [
  { instancePath: "", schemaPath: "#", keyword: "depth", params: {}, message: "must NOT be nested so deeply" },
];

/** V8 and JavaScriptCore throw a RangeError, SpiderMonkey an InternalError. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}

// Cached only while one value is validated: it may change before it is validated again.
const results = /* @__PURE__ */ new Map<Validate, Results>();

/** What a validator found in objects, and in the last value that is none: alternatives within alternatives check it again and again. */
interface Results {
  readonly objects: Map<object, FoundErrors | null>;
  last: unknown;
  ofLast: FoundErrors | null;
}

const escapedNames = /* @__PURE__ */ new Map<string, string>();

const nesting = { depth: 0 };

/** The number of nested recursive references that every stack has room for. */
const maxDepth = 1000;

/** Clears the cache after a value has been validated. */
function clearCache(): void {
  nesting.depth = 0;
  if (results.size > 0) results.clear();
  if (escapedNames.size > 0) escapedNames.clear();
}

/** Calls the validator of a recursive schema once for each part of a value. Throws a `RangeError` if it nests too deeply. */
export function validateOnce(validate: Validate, value: unknown): FoundErrors | null {
  let known = results.get(validate);
  // No value of JSON is a function.
  if (!known) results.set(validate, (known = { objects: new Map(), last: validate, ofLast: null }));
  if (typeof value !== "object" || value === null) {
    if (known.last !== value) {
      known.ofLast = validate(value);
      known.last = value;
    }
    return known.ofLast;
  }
  let errors = known.objects.get(value);
  if (errors !== undefined) return errors;
  if (++nesting.depth > maxDepth) throw new RangeError("nested too deeply");
  errors = validate(value);
  nesting.depth--;
  known.objects.set(value, errors);
  return errors;
}

/** Escaping shorter names is faster than looking them up. */
const longName = 100;

/** A property name as written in JSON pointers. Long names, which may be in the paths of many errors, are cached. */
export function escapeName(name: string): string {
  if (name.length < longName) return escape(name);
  let escaped = escapedNames.get(name);
  if (escaped === undefined) escapedNames.set(name, (escaped = escape(name)));
  return escaped;
}

function escape(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The errors of a value, and those that the validators of its parts found. */
export type FoundErrors = readonly (ValidationError | PartErrors)[];

/** Paths of `errors` are relative to `path`. */
export interface PartErrors {
  readonly path: string;
  readonly errors: FoundErrors;
}

/** At most `limit` errors, with paths from the whole value. They are stored as a tree, as nesting doubles them at each level. */
export function listErrors(found: FoundErrors, limit: number): ValidationError[] {
  const list: ValidationError[] = [];
  collect(found, "", Math.max(limit, 1), list);
  return list;
}

function collect(found: FoundErrors, path: string, limit: number, list: ValidationError[]): void {
  for (let index = 0; index < found.length && list.length < limit; index++) {
    const item = found[index]!;
    if ("errors" in item) collect(item.errors, path + item.path, limit, list);
    else list.push(path === "" ? item : { ...item, instancePath: path + item.instancePath });
  }
}

// Helpers of generated validators. None of them throws for a JSON value or trusts a property's name.

export const hasOwn = Object.prototype.hasOwnProperty;

/** The first of some names that an object has no property of. */
export function findMissing(value: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  return names.find((name) => value[name] === undefined || !hasOwn.call(value, name));
}

export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

export function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.includes(value);
}

/** The index of an object's property among some values; -1 if it has another one or none, or is no object. */
export function findTag(value: unknown, name: string, tags: readonly unknown[]): number {
  if (typeof value !== "object" || value === null || !hasOwn.call(value, name)) return -1;
  return tags.indexOf((value as Record<string, unknown>)[name]);
}

/** The length of a text in code points, which JSON Schema counts. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800 || (text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    count--;
    index++;
  }
  return count;
}

/** Whether a text takes more than `limit` bytes in UTF-8. A lone surrogate counts as U+FFFD, which it becomes. */
export function exceedsUtf8Bytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index)!;
    if (code > 0xffff) index++;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes > limit;
}

/** Any two decimals with at most 15 digits are different doubles. */
const maxUnits = 1e15;

/** Whether a number is a multiple by its decimals in JSON: 19.99 is one of 0.01, although the doubles leave a remainder. */
export function isMultipleOf(value: number, divisor: number): boolean {
  // Few decimals: count both in units of the divisor's last one. A count that divides back to the same double is exact.
  for (let scale = 1; scale <= maxUnits; scale *= 10) {
    const units = Math.round(divisor * scale);
    if (units >= maxUnits) break;
    if (units / scale !== divisor) continue;
    const count = Math.round(value * scale);
    if (!(Math.abs(count) < maxUnits)) break;
    return count / scale === value && count % units === 0;
  }
  if (!Number.isFinite(value)) return false;
  const [a, b] = [decimalOf(value), decimalOf(divisor)];
  const shift = a.exponent - b.exponent;
  return shift < 0 ? a.digits % (b.digits * 10n ** BigInt(-shift)) === 0n : (a.digits * 10n ** BigInt(shift)) % b.digits === 0n;
}

/** The shortest decimal that reads as a number: `digits` times ten to the `exponent`. */
function decimalOf(number: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa, exponent] = number.toExponential().split("e") as [string, string];
  const [whole, decimals = ""] = mantissa.split(".");
  return { digits: BigInt(`${whole}${decimals}`), exponent: Number(exponent) - decimals.length };
}

/** Whether two JSON values are equal as JSON Schema defines it: the order of properties doesn't matter. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) => hasOwn.call(b, name) && equal((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  );
}

/** The indices of the first item that repeats an earlier one, or `null`. Visits each item once. */
export function findDuplicate(items: readonly unknown[]): { readonly i: number; readonly j: number } | null {
  const scalars = new Map<unknown, number>();
  const structures = new Map<string, number>();
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const isStructure = typeof item === "object" && item !== null;
    const seen: Map<unknown, number> = isStructure ? structures : scalars;
    const key = isStructure ? canonicalText(item) : item;
    const j = seen.get(key);
    if (j !== undefined) return { i, j };
    seen.set(key, i);
  }
  return null;
}

/** The same text for equal JSON values, different texts for different ones. */
function canonicalText(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText((value as Record<string, unknown>)[name])}`).join(",")}}`;
}

/** Adds the errors of the part at `path` to those found before, if any. */
export function append(before: FoundErrors | null, errors: FoundErrors, path: string): FoundErrors {
  return [...(before ?? []), { path, errors }];
}
