import type { Format } from "../../templates/runtime/formats.js";
import { quote } from "../diagnostics/escape.js";
import type { Violation } from "../../templates/runtime/json-schema/walk.js";
import { type JsonObject, type JsonValue, escapeSegment, ownObject, typesOf } from "../../templates/runtime/json.js";

/** A part of a value that is invalid, and why, for people. It names properties and rules, but never the value itself. */
export interface InstanceError {
  /** JSON pointer to the invalid part; empty: the value itself. */
  readonly pointer: string;
  /** The keyword that rejects it; `false` for the schema that rejects everything. */
  readonly keyword: string;
  /** The schema that has the keyword. */
  readonly schema: JsonObject | false;
  readonly message: string;
  /** The missing or disallowed property, if the rule concerns one. */
  readonly property?: string;
  /** A similar name or value that may have been meant. */
  readonly suggestion?: string;
}

/** The input for wording errors. */
export interface Wording {
  /** The formats that are checked. */
  readonly formats: Readonly<Record<string, Format>>;
  /** Returns the candidate that a mistyped name may stand for. */
  readonly suggest: (text: string, candidates: readonly string[]) => string | undefined;
}

/** Words violations. A message that several combined schemas cause is reported once. */
export function toInstanceErrors(violations: readonly Violation[], wording: Wording): InstanceError[] {
  const seen = new Set<string>();
  return violations.flatMap((violation) => {
    const { pointer, schema } = violation;
    const message = messageOf(violation, wording);
    const text = `${pointer}\n${message}`;
    if (seen.has(text)) return [];
    seen.add(text);
    const property = propertyOf(violation);
    const suggestion = suggestionFor(violation, wording);
    return [
      {
        pointer,
        keyword: violation.keyword === "false schema" ? "false" : violation.keyword,
        schema,
        message,
        ...(property !== undefined && { property }),
        ...(suggestion !== undefined && { suggestion }),
      },
    ];
  });
}

/** Returns the property that a violation concerns. */
function propertyOf({ params }: Violation): string | undefined {
  const name =
    params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"] ?? params["propertyName"];
  return typeof name === "string" ? name : undefined;
}

function messageOf(violation: Violation, wording: Wording): string {
  const { keyword, params, schema } = violation;
  const limit = Number(params["limit"]);
  const property = quote(propertyOf(violation) ?? "");
  switch (keyword) {
    case "false schema":
      return "must be omitted";
    case "type":
      return mustBeType(alternativesOf(violation));
    case "const":
    case "enum":
      return mustBeValue(alternativesOf(violation).flatMap(allowedValues));
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `must be ${String(params["comparison"])} ${limit}`;
    case "multipleOf":
      return `must be multiple of ${String(params["multipleOf"])}`;
    case "format": {
      const name = String(params["format"]);
      const format = wording.formats[name];
      return `must have the format ${quote(name)}${format?.type === "number" && format.reason !== undefined ? `: ${format.reason}` : ""}`;
    }
    case "x-max-utf8-bytes":
      return `must NOT have more than ${count(limit, "byte")} in UTF-8`;
    case "maxLength":
      return `must NOT have more than ${count(limit, "character")}`;
    case "minLength":
      return `must NOT have fewer than ${count(limit, "character")}`;
    case "pattern": {
      const pattern = String(params["pattern"]);
      return params["limit"] === undefined ? `must match the pattern ${quote(pattern)}` : mustBeShorter(pattern, limit);
    }
    case "maxItems":
      return `must NOT have more than ${count(limit, "item")}`;
    case "minItems":
      return `must NOT have fewer than ${count(limit, "item")}`;
    case "uniqueItems":
      return `must NOT have duplicate items (items ${String(params["j"])} and ${String(params["i"])} are identical)`;
    case "contains":
      return `must have at least ${count(Number(params["minContains"]), "item")} that match "contains"`;
    case "maxContains":
      return `must NOT have more than ${count(Number(params["maxContains"]), "item")} that match "contains"`;
    case "maxProperties":
      return `must NOT have more than ${count(limit, "property", "properties")}`;
    case "minProperties":
      return `must NOT have fewer than ${count(limit, "property", "properties")}`;
    case "required":
      return `the property ${property} is missing`;
    case "dependentRequired":
      return `the property ${property} is missing, which ${quote(String(params["property"]))} requires`;
    case "propertyNames":
      return `the name of the property ${property} ${violation.cause ? messageOf(violation.cause, wording) : "is not allowed"}`;
    case "patternProperties":
      return `the name of the property ${property} ${mustBeShorter(String(params["pattern"]), limit)}`;
    case "oneOf":
      return "must match exactly one of the alternatives, but matches several";
    case "not":
      return 'must NOT match the schema of "not"';
    default:
      return schema !== false && keyword in schema ? `the property ${property} is not allowed` : "is invalid";
  }
}

/** Returns the schemas of a violation: its own, or those of the alternatives that were merged into it. */
function alternativesOf({ schema, params }: Violation): readonly JsonObject[] {
  const merged = params["alternatives"] as readonly JsonObject[] | undefined;
  return merged ?? (schema === false ? [] : [schema]);
}

/** The maximum number of character comparisons for one suggestion. */
const maxComparisons = 200_000;

/** Returns the name or value that a mistyped one may stand for. */
function suggestionFor({ keyword, schema, value, params }: Violation, { suggest }: Wording): string | undefined {
  if (schema === false) return undefined;
  if (keyword === "const" || keyword === "enum") {
    return typeof value === "string" ? nearest(value, allowedValues(schema), suggest) : undefined;
  }
  const name = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof name !== "string") return undefined;
  const known = Object.keys(ownObject(schema, "properties") ?? {});
  return nearest(
    name,
    known.filter((other) => !Object.hasOwn(value as JsonObject, other)),
    suggest,
  );
}

function nearest(text: string, candidates: readonly JsonValue[], suggest: Wording["suggest"]): string | undefined {
  const names = candidates.filter((candidate) => typeof candidate === "string");
  return names.length * text.length ** 2 > maxComparisons ? undefined : suggest(text, names);
}

/**
 * Returns the violations that explain why a value matches none of several schemas: those that all of them have, such as an
 * unknown value of the discriminating property, or else those of the closest schema.
 */
export function explainAlternatives(failures: readonly (readonly Violation[])[], pointer: string): readonly Violation[] {
  const [first = [], ...others] = failures;
  for (const error of first) {
    const same = others.map((errors) =>
      errors.find((other) => other.pointer === error.pointer && family(other) === family(error)),
    );
    if (family(error) && same.every((other) => other !== undefined)) return [merge([error, ...same])];
  }
  const isForOthers = (errors: Violations) => isMeantForOthers(errors, failures, pointer);
  return failures.reduce((best, errors) => (isNearer(errors, best, isForOthers) ? errors : best), first);
}

type Violations = readonly Violation[];

function family({ keyword }: Violation): "type" | "value" | undefined {
  if (keyword === "type") return "type";
  return keyword === "const" || keyword === "enum" ? "value" : undefined;
}

function merge(violations: readonly [Violation, ...Violation[]]): Violation {
  const [violation] = violations;
  return { ...violation, params: { ...violation.params, alternatives: violations.flatMap(alternativesOf) } };
}

/** Returns whether a schema is more likely to be the intended one: it describes such values, and its violations are deeper. */
function isNearer(a: Violations, b: Violations, isForOthers: (errors: Violations) => boolean): boolean {
  const order = [Number(isForOthers(a)) - Number(isForOthers(b)), depth(b) - depth(a), a.length - b.length];
  return (order.find((difference) => difference !== 0) ?? 0) < 0;
}

/** Returns whether a schema describes other values: of another type, or with another value of the discriminating property. */
function isMeantForOthers(errors: Violations, failures: readonly Violations[], pointer: string): boolean {
  return errors.some((error) => {
    const below = error.pointer.slice(pointer.length);
    if (below === "") return family(error) !== undefined || error.keyword === "false schema";
    if (family(error) !== "value" || below.lastIndexOf("/") !== 0) return false;
    // A value that no schema allows there distinguishes nothing.
    return failures.some((others) => !others.some((other) => isAbout(other, error.pointer, pointer)));
  });
}

function isAbout(error: Violation, property: string, pointer: string): boolean {
  const name = error.pointer === pointer ? propertyOf(error) : undefined;
  const place = name === undefined ? error.pointer : `${pointer}/${escapeSegment(name)}`;
  return place === property || place.startsWith(`${property}/`);
}

function depth(errors: Violations): number {
  return Math.max(0, ...errors.map(({ pointer }) => pointer.split("/").length));
}

/** The maximum number of values that a message lists. */
const maxListed = 8;

/** Returns the values that `const` or `enum` of a schema allows. */
export function allowedValues(schema: JsonObject): readonly JsonValue[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

/** Returns the expectation of certain values. */
export function mustBeValue(values: readonly JsonValue[]): string {
  const names = [...new Set(values.map((value) => (typeof value === "string" ? quote(value) : JSON.stringify(value))))];
  const isLong =
    names.length === 0 || names.length > maxListed || values.some((value) => typeof value === "object" && value !== null);
  if (isLong) return names.length === 1 ? "must be the constant of the schema" : "must be one of the allowed values";
  return names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(", ")}`;
}

/** Returns the expectation of the types that some schemas allow. */
export function mustBeType(schemas: readonly JsonObject[]): string {
  return `must be ${[...new Set(schemas.flatMap((schema) => typesOf(schema) ?? []))].join(" or ")}`;
}

/** Returns a count of things: `1 item`, `2 items`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

/** Returns the expectation of a text that is short enough to be matched against a pattern. */
export function mustBeShorter(pattern: string, longest: number): string {
  return `must NOT have more than ${count(longest, "character")} to be matched against the pattern ${quote(pattern)}`;
}
