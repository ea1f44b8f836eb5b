import type { JsonObject, JsonValue } from "./json-value.js";
import { typesOf } from "./json-type.js";

/** Most values that are worth being listed in a message. */
const maxListed = 8;

/** Returns text of a contract as it stands in a message: quoted, control characters escaped, long text cut. */
export function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return JSON.stringify(short).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The values that `const` or `enum` of a schema allows. */
export function allowedValues(schema: JsonObject): readonly JsonValue[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

/** What a value must be, by the values that are allowed. */
export function mustBeValue(values: readonly JsonValue[]): string {
  const names = [...new Set(values.map((value) => (typeof value === "string" ? quote(value) : JSON.stringify(value))))];
  const isLong =
    names.length === 0 || names.length > maxListed || values.some((value) => typeof value === "object" && value !== null);
  if (isLong) return names.length === 1 ? "must be the constant that the schema has" : "must be one of the allowed values";
  return names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(", ")}`;
}

/** What a value must be, by the types that some schemas allow. */
export function mustBeType(schemas: readonly JsonObject[]): string {
  return `must be ${[...new Set(schemas.flatMap((schema) => typesOf(schema) ?? []))].join(" or ")}`;
}

/** A count of things: `1 item`, `2 items`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

/** What a text must be to be matched against a pattern at all. */
export function mustBeShorter(pattern: string, longest: number): string {
  return `must NOT have more than ${count(longest, "character")} to be matched against the pattern ${quote(pattern)}`;
}
