import { quote } from "../../diagnostics/escape.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { typesOf } from "./json-type.js";

/** Most values that are worth being listed in a message. */
const mostListed = 8;

/** The values that `const` or `enum` of a schema allows. */
export function allowedValues(schema: JsonObject): readonly JsonValue[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

/** What a value must be, told by the values that are allowed. */
export function mustBeValue(values: readonly JsonValue[]): string {
  const names = [...new Set(values.map((value) => (typeof value === "string" ? quote(value) : JSON.stringify(value))))];
  const isLong =
    names.length === 0 || names.length > mostListed || values.some((value) => typeof value === "object" && value !== null);
  if (isLong) return names.length === 1 ? "must be the constant that the schema has" : "must be one of the allowed values";
  return names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(", ")}`;
}

/** What a value must be, told by the types that some schemas allow. */
export function mustBeType(schemas: readonly JsonObject[]): string {
  return `must be ${[...new Set(schemas.flatMap((schema) => typesOf(schema) ?? []))].join(" or ")}`;
}

/** A count of things: `1 item`, `2 items`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}
