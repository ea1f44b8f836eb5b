import { isObject, type JsonValue } from "../../document/json-value.js";
import { inPlaceKeywords, subschemaKeywords } from "../../document/visitor.js";

/** The shape of a keyword's value. */
export type KeywordShape = "schema" | "schemas" | "schemaMap" | "check";

/** The schemas of these keywords apply to the same value as the schema with the keyword. */
export const inPlace: ReadonlySet<string> = new Set(inPlaceKeywords);

const shapeOf = { one: "schema", list: "schemas", map: "schemaMap" } as const;

/** Keywords with schemas that validators ignore: definitions, and keywords that lint rejects. */
const unchecked = new Set(["$defs", "definitions", "contentSchema", "additionalItems"]);

/** The keywords that validators support. Everything else is an annotation. */
export const shapes: ReadonlyMap<string, KeywordShape> = new Map([
  ...Object.entries(subschemaKeywords)
    .filter(([keyword]) => !unchecked.has(keyword))
    .map(([keyword, { holds }]) => [keyword, shapeOf[holds]] as const),
  ...(
    "$ref type const enum minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength x-max-utf8-bytes pattern " +
    "format minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired"
  )
    .split(" ")
    .map((keyword) => [keyword, "check"] as const),
]);

const isNumber = (value: JsonValue) => typeof value === "number";
const isStringList = (value: JsonValue) => Array.isArray(value) && value.every((item) => typeof item === "string");
const typeNames: ReadonlySet<JsonValue> = new Set(["string", "number", "integer", "boolean", "null", "object", "array"]);

/** Returns whether a value is valid for the keyword. Lint rejects invalid ones, on which no result may depend. */
export function isMeaningful(keyword: string, value: JsonValue): boolean {
  switch (keyword) {
    case "const":
      return true;
    case "$ref":
    case "pattern":
    case "format":
      return typeof value === "string";
    case "type":
      return Array.isArray(value) ? value.length > 0 && value.every((item) => typeNames.has(item)) : typeNames.has(value);
    case "enum":
      return Array.isArray(value);
    case "required":
      return isStringList(value);
    case "uniqueItems":
      return typeof value === "boolean";
    case "dependentRequired":
      return isObject(value) && Object.values(value).every(isStringList);
    case "multipleOf":
      return typeof value === "number" && value > 0;
    default:
      return isNumber(value);
  }
}
