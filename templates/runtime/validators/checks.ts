import type { FoundErrors } from "./guard.js";

/** What generated validators call. None of it throws for a JSON value or trusts a property's name. */
export { isObject } from "../json-schema/json-value.js";
export { escapeName, validateOnce } from "./guard.js";

export const hasOwn = Object.prototype.hasOwnProperty;

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

/** Adds the errors of a part, which `path` leads to, to those found before, if any. */
export function append(before: FoundErrors | null, errors: FoundErrors, path: string): FoundErrors {
  return [...(before ?? []), { path, errors }];
}
