import { type JsonObject, type JsonValue, escapeSegment } from "../json.js";
import type { Format } from "../formats.js";

/** Why a part of a value doesn't fit. Whoever starts a walk words it; the value itself must never be in what is told. */
export interface Refusal {
  /** JSON pointer to the part; empty: the value itself. */
  readonly pointer: string;
  /** JSON pointer to the schema that has the keyword. */
  readonly schemaPath: string;
  /** The keyword that rejects it; `false schema` for the schema that rejects everything. */
  readonly keyword: string;
  /** The schema that has the keyword. */
  readonly schema: JsonObject | false;
  /** The parameters of the rule, as Ajv has them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly value: JsonValue;
  /** The property whose name fails, and not its value. */
  readonly propertyName?: string | undefined;
  /** Why a name doesn't fit `propertyNames`, where that is not listed by itself. */
  readonly cause?: Refusal | undefined;
}

/** How a text and a pattern go together. `ignored`: no engine takes the pattern. `unknown`: telling would take too long. */
export type Match = "yes" | "no" | "ignored" | "unknown" | TooLong;

/** The text exceeds what the pattern is matched against, so it is invalid. */
export interface TooLong {
  /** The length of the longest text that is matched, in characters as `maxLength` counts them. */
  readonly longest: number;
}

/** Matches a text against a pattern, and tells what it takes. */
export type Matches = (pattern: string, text: string, spend: (steps: number) => void) => Match;

/** Names of the properties that some keyword has looked at, for `unevaluatedProperties`. */
export type Evaluated = Set<string>;

/** Returns which refusals explain that a value fits none of some schemas, of those of each. */
export type ChooseReasons = (failures: readonly (readonly Refusal[])[], pointer: string) => readonly Refusal[];

/** The check of one value, on its way through value and schema. */
export interface Walk {
  /** What the `$ref` of a schema leads to. */
  readonly follow: (schema: JsonObject) => JsonValue | undefined;
  readonly matches: Matches;
  /** The formats that are checked. */
  readonly formats: Readonly<Record<string, Format>>;
  /** Explains alternatives to people. Absent: the walk lists everything that Ajv would, in its order. */
  readonly chooseReasons?: ChooseReasons;
  /** Which parts fit the targets of references, by target and part: each part is asked about once. Absent: nothing is kept. */
  readonly known?: Map<JsonValue, Map<object, boolean>>;
  /** JSON pointer to the part that is being looked at; only kept while refusals are explained, as the next two. */
  pointer: string;
  /** JSON pointer to the schema that it is held against. */
  schemaPath: string;
  /** The property whose name is being looked at. */
  propertyName: string | undefined;
  /** Where refusals are explained; absent: the first one ends the walk. */
  errors: Refusal[] | undefined;
  /** How many of them explain one rejection at most. */
  readonly maxErrors: number;
  /** Whether the first refusal is enough, for a schema that is one of several. */
  stopsAtFirst: boolean;
  /** What may still be done. */
  steps: number;
  /** Whether a part fits. Adds to `evaluated` what was looked at. */
  check(schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean;
}

/** Whether a value fits a keyword. Called only for schemas that have it. */
export type Check<Value extends JsonValue> = (walk: Walk, schema: JsonObject, value: Value, evaluated?: Evaluated) => boolean;

/** Checks of values of one type, by keyword. */
export type Keywords<Value extends JsonValue> = Readonly<Record<string, Check<Value>>>;

/** Thrown where a check would take too long or go too deep; nothing is said about the value then. */
export const tooMuch = new Error("the check takes too much");

/** What it takes to explain a rejection. */
const stepsPerError = 10;

/** Takes note of work. */
export function spend(walk: Walk, steps: number): void {
  walk.steps -= steps;
  if (walk.steps < 0) throw tooMuch;
}

/** Whether every error is listed as Ajv does, and not the likeliest reasons for people. */
export function listsAll(walk: Walk): boolean {
  return walk.chooseReasons === undefined;
}

/** Tells why the part that is being looked at doesn't fit, if anybody wants to know. */
export function refuse(
  walk: Walk,
  schema: JsonObject | false,
  keyword: string,
  params: Readonly<Record<string, unknown>>,
  value: JsonValue,
  cause?: Refusal,
): false {
  const { errors, pointer, schemaPath, propertyName } = walk;
  if (errors === undefined || errors.length >= walk.maxErrors) return false;
  spend(walk, stepsPerError);
  errors.push({ pointer, schemaPath, keyword, schema, params, value, propertyName, cause });
  return false;
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
export function goesOn({ errors, maxErrors, stopsAtFirst }: Walk): boolean {
  return errors !== undefined && !stopsAtFirst && errors.length < maxErrors;
}

/** Where a schema is, below the one that has the keyword: `allOf` and 0. */
export type Place = readonly [keyword: string, key?: string | number];

/** Checks the same value against a schema below a keyword. */
export function checkBelow(walk: Walk, place: Place, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  if (!walk.errors) return walk.check(schema, value, evaluated);
  const { schemaPath } = walk;
  walk.schemaPath = schemaPath + pathOf(place);
  const fits = walk.check(schema, value, evaluated);
  walk.schemaPath = schemaPath;
  return fits;
}

/** The same, but what the schema looked at counts only if it fits. */
export function checkClause(walk: Walk, place: Place, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  const looked = evaluated && new Set<string>();
  const fits = checkBelow(walk, place, schema, value, looked);
  if (fits) for (const name of looked ?? []) evaluated!.add(name);
  return fits;
}

/** Keys are percent-encoded, since the path is the fragment of a URI. */
function pathOf([keyword, key]: Place): string {
  if (key === undefined) return `/${keyword}`;
  return `/${keyword}/${typeof key === "number" ? key : encodeURIComponent(escapeSegment(key))}`;
}

/** Checks a property or an item against a schema below a keyword. */
export function checkPart(walk: Walk, key: string | number, place: Place, schema: JsonValue, value: JsonValue): boolean {
  const { pointer } = walk;
  if (walk.errors) walk.pointer = `${pointer}/${typeof key === "number" ? key : escapeSegment(key)}`;
  const fits = checkBelow(walk, place, schema, value);
  walk.pointer = pointer;
  return fits;
}

/**
 * Checks against a schema that may refuse the value without consequence: what it looked at counts only if it doesn't. Returns
 * its refusals (none where nobody wants to know), or nothing if the value fits.
 */
export function attempt(walk: Walk, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): Refusal[] | undefined {
  const before = walk.errors;
  const errors: Refusal[] = [];
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

/** Explains with the first refusal of each check only. */
export function atFirst(walk: Walk, explain: () => void): void {
  const before = walk.stopsAtFirst;
  walk.stopsAtFirst = true;
  explain();
  walk.stopsAtFirst = before;
}

/** The check of a keyword that is a number which a value is held against. */
export function limit<Value extends JsonValue>(
  keyword: string,
  fits: (value: Value, limit: number) => boolean,
  params: (limit: number) => Readonly<Record<string, unknown>> = (most) => ({ limit: most }),
): Check<Value> {
  return (walk, schema, value) => {
    const number = schema[keyword];
    return typeof number !== "number" || fits(value, number) || refuse(walk, schema, keyword, params(number), value);
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
