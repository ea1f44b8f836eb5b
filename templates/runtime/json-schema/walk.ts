import { escapeSegment } from "../json-pointer.js";
import type { Format } from "../formats.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import type { Matches } from "./match-pattern.js";

/** What is wrong with a part of a value. It names properties and rules; the value itself never stands in it. */
export interface InstanceError {
  /** JSON pointer to the part that fails; empty: the value itself. */
  readonly pointer: string;
  /** The keyword that refuses it; `false` for the schema that refuses everything. */
  readonly keyword: string;
  /** The schema that has the keyword. */
  readonly schema: JsonObject | false;
  readonly message: string;
  /** The property that is missing or not allowed, where the rule is about one. */
  readonly property?: string;
  /** What may have been meant instead of a name or value. */
  readonly suggestion?: string;
}

/** Which way a value is sent. Nobody needs what only the other side sends, and a response has none of it. */
export type Direction = "request" | "response";

/** Names of the properties that some keyword has looked at, for `unevaluatedProperties`. */
export type Evaluated = Set<string>;

/** The check of one value, on its way through value and schema. */
export interface Walk {
  /** What the `$ref` of a schema leads to. */
  readonly follow: (schema: JsonObject) => JsonValue | undefined;
  readonly matches: Matches;
  /** Returns what a mistyped name may have been meant to be. */
  readonly suggest: (text: string, candidates: readonly string[]) => string | undefined;
  /** The formats that are checked. */
  readonly formats: Readonly<Record<string, Format>>;
  /** JSON pointer to the part that is being looked at; only kept while refusals are explained. */
  pointer: string;
  /** Where refusals are explained; absent: the first one ends the walk. */
  errors: InstanceError[] | undefined;
  /** How many of them explain one rejection at most. */
  readonly maxErrors: number;
  /** What may still be done. */
  steps: number;
  /** Whether a part fits. Adds to `evaluated` what was looked at. */
  check(schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean;
}

/** Whether a value fits a keyword. Called only for schemas that have it. */
export type Check<Value extends JsonValue> = (walk: Walk, schema: JsonObject, value: Value, evaluated?: Evaluated) => boolean;

export interface Keyword<Value extends JsonValue> {
  readonly keyword: string;
  readonly check: Check<Value>;
}

/** Keywords in the order in which they are checked: what is quick, and limits others, comes first. */
export type Keywords<Value extends JsonValue> = readonly Keyword<Value>[];

/** Thrown where a check would take too long or go too deep; nothing is said about the value then. */
export const tooMuch = new Error("the check takes too much");

/** Comparisons of characters that one suggestion is worth, and how many weigh as much as one step. */
const maxComparisons = 200_000;
const comparisonsPerStep = 50;

/** What it takes to explain a rejection. */
const stepsPerError = 10;

/** Takes note of work. */
export function spend(walk: Walk, steps: number): void {
  walk.steps -= steps;
  if (walk.steps < 0) throw tooMuch;
}

/** Tells why the part that is being looked at doesn't fit, if anybody wants to know. */
export function refuse(
  walk: Walk,
  schema: JsonObject | false,
  keyword: string,
  message: () => string,
  { property, nearest }: { readonly property?: string; readonly nearest?: () => string | undefined } = {},
): false {
  if (!goesOn(walk)) return false;
  spend(walk, stepsPerError);
  const suggestion = nearest?.();
  walk.errors!.push({
    pointer: walk.pointer,
    keyword,
    schema,
    message: message(),
    ...(property !== undefined && { property }),
    ...(suggestion !== undefined && { suggestion }),
  });
  return false;
}

/** What a mistyped name or value may have been meant to be. */
export function nearest(walk: Walk, text: string, candidates: readonly JsonValue[]): string | undefined {
  const names = candidates.filter((candidate) => typeof candidate === "string");
  const comparisons = names.length * text.length ** 2;
  if (comparisons > maxComparisons) return undefined;
  spend(walk, comparisons / comparisonsPerStep);
  return walk.suggest(text, names);
}

/** Like `every`, but goes on after a rejection while refusals are being explained. */
export function each<Item>(walk: Walk, items: readonly Item[], fits: (item: Item, index: number) => boolean): boolean {
  let all = true;
  for (let index = 0; index < items.length; index++) {
    if (fits(items[index]!, index)) continue;
    all = false;
    if (!goesOn(walk)) break;
  }
  return all;
}

/** Whether more is to be found out after a rejection. */
export function goesOn({ errors, maxErrors }: Walk): boolean {
  return errors !== undefined && errors.length < maxErrors;
}

/** Checks a property or an item. */
export function checkPart(walk: Walk, key: string | number, schema: JsonValue, value: JsonValue): boolean {
  const { pointer } = walk;
  if (walk.errors) walk.pointer = `${pointer}/${typeof key === "number" ? key : escapeSegment(key)}`;
  const fits = walk.check(schema, value);
  walk.pointer = pointer;
  return fits;
}

/**
 * Checks against a schema that may refuse the value without consequence: what it looked at counts only if it doesn't. Returns
 * its errors (none where nobody wants to know), or nothing if the value fits.
 */
export function attempt(walk: Walk, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): InstanceError[] | undefined {
  const before = walk.errors;
  const errors: InstanceError[] = [];
  if (before) walk.errors = errors;
  const looked = evaluated && new Set<string>();
  const fits = walk.check(schema, value, looked);
  walk.errors = before;
  if (!fits) return errors;
  for (const name of looked ?? []) evaluated!.add(name);
  return undefined;
}

/** Whether a schema accepts a value; the answer is not explained. */
export function accepts(walk: Walk, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  const before = walk.errors;
  walk.errors = undefined;
  const fits = attempt(walk, schema, value, evaluated) === undefined;
  walk.errors = before;
  return fits;
}

/** A keyword that is a number which a value is held against. */
export function limit<Value extends JsonValue>(
  keyword: string,
  fits: (value: Value, limit: number) => boolean,
  message: (limit: number) => string,
): Keyword<Value> {
  return {
    keyword,
    check(walk, schema, value) {
      const number = schema[keyword];
      return typeof number !== "number" || fits(value, number) || refuse(walk, schema, keyword, () => message(number));
    },
  };
}

/** Characters of text that weigh as much as one value. */
const charactersPerUnit = 100;

/** How much there is to compare in a value: its parts, and their text. */
export function sizeOf(value: JsonValue): number {
  let size = 0;
  const pending: JsonValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    size += typeof next === "string" ? 1 + next.length / charactersPerUnit : 1;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) pending.push(part);
  }
  return size;
}
