import type { FoundErrors, PartErrors } from "./guard.js";

/** What generated validators call. None of it throws for a JSON value or trusts a property's name. */
export { escapeName, validateOnce } from "./guard.js";

export const hasOwn = Object.prototype.hasOwnProperty;

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

/**
 * Whether a number is a multiple of a positive one, by the decimals that they are written with in JSON: 19.99 is a
 * multiple of 0.01, although dividing the doubles leaves a remainder.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  // Few decimals: count both in the unit of the divisor's last one. A count that divided gives the double back is exact.
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

/** Whether two JSON values are equal, as JSON Schema means it: the order of properties doesn't matter. */
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

/** The places of the first item that repeats an earlier one, or `null`. Takes one look at each item. */
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

/** Adds an error to those found before, if any. */
export function add<Item>(before: Item[] | null, error: Item): Item[] {
  if (before === null) return [error];
  before.push(error);
  return before;
}

/** Adds the errors of a part, which `path` leads to, to those found before, if any. */
export function append<Item>(before: Item[] | null, errors: FoundErrors, path: string): (Item | PartErrors)[] {
  return add<Item | PartErrors>(before, { path, errors });
}

/** What tells the alternatives of a schema apart. */
export interface Branch {
  /** The types of its values; absent: any. */
  readonly types?: readonly string[];
  /** Names of the properties that an object must have. */
  readonly required: readonly string[];
  /** All properties that it declares, with the values that they may have where those are listed. */
  readonly properties: Readonly<Record<string, readonly unknown[] | null>>;
  /** Whether an object may have no other properties. */
  readonly isClosed?: true;
}

/**
 * The index of the alternative that a value is meant for; -1: it can't be told. A property whose value only others allow
 * rules an alternative out, then that comes first of which the value has most properties, then that with which least is
 * wrong, and then the first. The interpreter has the same order, but tells by the errors: it may choose another one where
 * a property is wrong in ways that aren't looked at here.
 */
export function meantBranch(value: unknown, branches: readonly Branch[]): number {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  const candidates = branches.filter(({ types }) => types === undefined || types.includes(type));
  if (candidates.length <= 1 || type !== "object") return candidates.length === 1 ? branches.indexOf(candidates[0]!) : -1;
  const object = value as Record<string, unknown>;
  const names = Object.keys(object);
  const isForOthers = (branch: Branch) =>
    names.some((name) => hasWrongValue(object, name, branch) && candidates.some((other) => allows(object, name, other)));
  const faults = (branch: Branch) =>
    branch.required.filter((name) => !Object.hasOwn(object, name)).length +
    names.filter((name) => !allows(object, name, branch)).length;
  let best = byMost(candidates, (branch) => -Number(isForOthers(branch)));
  best = byMost(best, ({ properties }) => names.filter((name) => Object.hasOwn(properties, name)).length);
  best = byMost(best, (branch) => -faults(branch));
  return branches.indexOf(best[0]!);
}

function hasWrongValue(object: Record<string, unknown>, name: string, { properties }: Branch): boolean {
  const values = Object.hasOwn(properties, name) ? properties[name] : null;
  return !!values && !values.some((one) => equal(one, object[name]));
}

/** Whether a property may be there with the value that it has, as far as names and listed values tell. */
function allows(object: Record<string, unknown>, name: string, branch: Branch): boolean {
  if (branch.isClosed && !Object.hasOwn(branch.properties, name)) return false;
  return !hasWrongValue(object, name, branch);
}

function byMost(branches: readonly Branch[], score: (branch: Branch) => number): readonly Branch[] {
  const scores = branches.map(score);
  const most = Math.max(...scores);
  return branches.filter((_branch, index) => scores[index] === most);
}
