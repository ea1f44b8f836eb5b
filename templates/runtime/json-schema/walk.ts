import { type JsonObject, type JsonValue, escapeSegment } from "../json.js";
import type { Format } from "../formats.js";

/** Why a part of a value is invalid. The caller of a walk words it and must never reveal the value itself. */
export interface Violation {
  // Only what is named.
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
  /** The property whose name fails, rather than its value. */
  readonly propertyName?: string | undefined;
  /** Why a name violates `propertyNames`, if that is not listed separately. */
  readonly cause?: Violation | undefined;
}

/** Whether a text matches a pattern. `ignored`: no engine accepts the pattern. `unknown`: matching would take too long. */
export type Match = "yes" | "no" | "ignored" | "unknown" | TooLong;

/** The text is longer than what the pattern is matched against, so it is invalid. */
export interface TooLong {
  /** The maximum length of a text that is matched, in characters as `maxLength` counts them. */
  readonly longest: number;
}

/** Matches a text against a pattern and reports the steps taken. */
export type Matches = (pattern: string, text: string, onSteps: (steps: number) => void) => Match;

/** Names of the properties, or indexes of the items, that some keyword has evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export type Evaluated = Set<string | number>;

/** Selects, from the violations of each of several schemas, those that explain why none of them matches. */
export type ChooseReasons = (failures: readonly (readonly Violation[])[], pointer: string) => readonly Violation[];

/** Whether a part is valid, and what of it was evaluated, if somebody asked for it. */
export interface KnownPart {
  readonly isValid: boolean;
  readonly evaluated: Evaluated | undefined;
}

/** The state of the validation of one value. */
export interface Walk {
  // Only what is named.
  /** Returns the target of a schema's `$ref`. */
  readonly follow: (schema: JsonObject) => JsonValue | undefined;
  readonly matches: Matches;
  /** The formats that are checked. */
  readonly formats: Readonly<Record<string, Format>>;
  /** Explains alternatives to people. Absent: the walk lists the errors that Ajv would, in its order. */
  readonly chooseReasons?: ChooseReasons;
  /** Whether the targets of references accept parts, by target and part, so that each is checked once. */
  readonly known: Map<JsonValue, Map<JsonValue, KnownPart>>;
  /** JSON pointer to the current part; like the next two, only maintained while violations are collected. */
  pointer: string;
  /** JSON pointer to the current schema. */
  schemaPath: string;
  /** The property whose name is being validated. */
  propertyName: string | undefined;
  /** Collects violations; absent: the first one ends the walk. */
  errors: Violation[] | undefined;
  /** The maximum number of violations. */
  readonly maxErrors: number;
  /** Whether the first violation is enough, for a schema that is one of several. */
  stopsAtFirst: boolean;
  /** The remaining budget. */
  steps: number;
  /** Whether a part is valid. Adds what was evaluated of it to `evaluated`. */
  check(schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean;
}

/** Whether a value satisfies a keyword. Called only for schemas that have it. */
export type Check<Value extends JsonValue> = (walk: Walk, schema: JsonObject, value: Value, evaluated?: Evaluated) => boolean;

/** Checks of values of one type, by keyword. */
export type Keywords<Value extends JsonValue> = Readonly<Record<string, Check<Value>>>;

/** Thrown if a check would take too long or nest too deeply; the validity of the value is then unknown. */
export const tooMuch = new Error("the check takes too long");

/** The cost of explaining a violation. */
const stepsPerError = 10;

/** Deducts steps from the budget. */
export function spend(walk: Walk, steps: number): void {
  walk.steps -= steps;
  if (walk.steps < 0) throw tooMuch;
}

/** Whether every error is listed as Ajv does, rather than the likeliest reasons for people. */
export function listsAll(walk: Walk): boolean {
  return walk.chooseReasons === undefined;
}

/** Rejects the current part, and records why if violations are collected. */
export function reject(
  walk: Walk,
  schema: JsonObject | false,
  keyword: string,
  params: Readonly<Record<string, unknown>>,
  value: JsonValue,
  cause?: Violation,
): false {
  const { errors, pointer, schemaPath, propertyName } = walk;
  if (errors === undefined || errors.length >= walk.maxErrors) return false;
  spend(walk, stepsPerError);
  errors.push({ pointer, schemaPath, keyword, schema, params, value, propertyName, cause });
  return false;
}

/** Like `every`, but continues after a rejection while violations are collected. */
export function each<Item>(walk: Walk, items: readonly Item[], check: (item: Item, index: number) => boolean): boolean {
  let all = true;
  for (let index = 0; index < items.length; index++) {
    if (check(items[index]!, index)) continue;
    all = false;
    if (!continues(walk)) break;
  }
  return all;
}

/** Whether to continue after a rejection. */
export function continues({ errors, maxErrors, stopsAtFirst }: Walk): boolean {
  return errors !== undefined && !stopsAtFirst && errors.length < maxErrors;
}

/** The keys that lead from a schema to one below a keyword: `allOf` and 0. */
export type SchemaKeys = readonly [keyword: string, key?: string | number];

/** Checks the same value against a schema below a keyword. */
export function checkBelow(walk: Walk, keys: SchemaKeys, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  if (!walk.errors) return walk.check(schema, value, evaluated);
  const { schemaPath } = walk;
  walk.schemaPath = schemaPath + pathOf(keys);
  const isValid = walk.check(schema, value, evaluated);
  walk.schemaPath = schemaPath;
  return isValid;
}

/** The same, but what was evaluated counts only if the value is valid. */
export function checkClause(walk: Walk, keys: SchemaKeys, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  const seen: Evaluated | undefined = evaluated && new Set();
  const isValid = checkBelow(walk, keys, schema, value, seen);
  if (isValid) for (const name of seen ?? []) evaluated!.add(name);
  return isValid;
}

/** Keys are percent-encoded, since the path is a URI fragment. */
function pathOf([keyword, key]: SchemaKeys): string {
  if (key === undefined) return `/${keyword}`;
  return `/${keyword}/${typeof key === "number" ? key : encodeURIComponent(escapeSegment(key))}`;
}

/** Checks a property or an item against a schema below a keyword. */
export function checkPart(walk: Walk, key: string | number, keys: SchemaKeys, schema: JsonValue, value: JsonValue): boolean {
  const { pointer } = walk;
  if (walk.errors) walk.pointer = `${pointer}/${typeof key === "number" ? key : escapeSegment(key)}`;
  const isValid = checkBelow(walk, keys, schema, value);
  walk.pointer = pointer;
  return isValid;
}

/** Checks without consequence: returns `undefined` for a valid value, else the violations, which are empty unless collected. */
export function attempt(walk: Walk, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): Violation[] | undefined {
  const before = walk.errors;
  const errors: Violation[] = [];
  if (before) walk.errors = errors;
  const seen: Evaluated | undefined = evaluated && new Set();
  const isValid = walk.check(schema, value, seen);
  walk.errors = before;
  if (!isValid) return errors;
  for (const name of seen ?? []) evaluated!.add(name);
  return undefined;
}

/** Whether a schema accepts a value, without an explanation. */
export function accepts(walk: Walk, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  const before = walk.errors;
  walk.errors = undefined;
  const isValid = attempt(walk, schema, value, evaluated) === undefined;
  walk.errors = before;
  return isValid;
}

/** Explains with the first violation of each check only. */
export function atFirst(walk: Walk, explain: () => void): void {
  const before = walk.stopsAtFirst;
  walk.stopsAtFirst = true;
  explain();
  walk.stopsAtFirst = before;
}

/** The check of a keyword whose value is a numeric limit. */
export function limit<Value extends JsonValue>(
  keyword: string,
  isWithin: (value: Value, bound: number) => boolean,
  params: (bound: number) => Readonly<Record<string, unknown>> = (max) => ({ limit: max }),
): Check<Value> {
  return (walk, schema, value) => {
    const number = schema[keyword];
    return typeof number !== "number" || isWithin(value, number) || reject(walk, schema, keyword, params(number), value);
  };
}

/** The number of characters that count as one value. */
const charactersPerUnit = 100;

/** The size of a value: the number of its parts, plus the length of their text. */
export function sizeOf(value: JsonValue): number {
  let size = 0;
  const pending: JsonValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    size += typeof next === "string" ? 1 + next.length / charactersPerUnit : 1;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) pending.push(part);
  }
  return size;
}
