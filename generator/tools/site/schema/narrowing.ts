import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { subschemaKeywords } from "../../../document/visitor.js";

const plainKeywords =
  "const enum format type exclusiveMaximum exclusiveMinimum maximum minimum multipleOf contentEncoding contentMediaType maxLength " +
  "minLength pattern x-max-utf8-bytes maxContains maxItems minContains minItems uniqueItems dependentRequired maxProperties " +
  "minProperties required";

/** The keywords that reject values, and those that change what others reject. */
export const narrowingKeywords: ReadonlySet<string> = new Set([
  ...Object.keys(subschemaKeywords).filter((keyword) => subschemaKeywords[keyword]!.subject !== "nothing"),
  ...plainKeywords.split(" "),
]);

/** Returns the keywords of a schema that reject values. */
export function narrowing(schema: JsonObject): JsonObject {
  const applies = ([keyword, value]: [string, JsonValue]): boolean => {
    if (keyword === "uniqueItems") return value === true;
    if (keyword === "required") return Array.isArray(value) && value.length > 0;
    if (keyword === "properties") return isObject(value) && Object.values(value).some((property) => !isTrivial(property));
    if (["minLength", "minItems", "minProperties"].includes(keyword)) return value !== 0;
    if (["contains", "if", "not"].includes(keyword)) return true;
    return narrowingKeywords.has(keyword) && !(subschemaKeywords[keyword]?.holds === "one" && isTrivial(value));
  };
  return Object.fromEntries(Object.entries(schema).filter(applies));
}

/** Returns whether a schema allows everything. */
export function isTrivial(value: JsonValue): boolean {
  return value === true || (isObject(value) && Object.keys(narrowing(value)).length === 0);
}
