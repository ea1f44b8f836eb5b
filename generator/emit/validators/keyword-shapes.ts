import { isObject, type JsonValue } from "../../document/json-value.js";
import { inPlaceKeywords, subschemaKeywords } from "../../document/visitor.js";

/** What the value of a keyword is made of. */
export type KeywordShape = "schema" | "schemas" | "schemaMap" | "check";

/** Schemas below these are about the same value as the schema that has the keyword. */
export const inPlace: ReadonlySet<string> = new Set(inPlaceKeywords);

const shapeOf = { one: "schema", list: "schemas", map: "schemaMap" } as const;

/** Keywords that hold schemas and that validators leave alone: those that only keep them, and what lint rejects. */
const unchecked = new Set(["$defs", "definitions", "contentSchema", "additionalItems"]);

/** The keywords that validators know. Everything else is an annotation. */
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

/** Whether a value is valid for the keyword. Otherwise lint has rejected it, and no result may depend on it. */
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
