import type { JsonObject } from "../../document/json-value.js";
import { annotationKeywords, reasonIgnored } from "../../document/schema-keywords.js";

/** Returns whether a keyword doesn't affect validity. `readOnly` does: it determines what a request must contain. */
export function isAnnotation(keyword: string): boolean {
  return annotationKeywords.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-max-utf8-bytes");
}

/** Returns whether a keyword's list is a set. */
export function isSet(keyword: string): boolean {
  return keyword === "required" || keyword === "enum" || keyword === "type";
}

/** Keywords that restrict values but are not part of shapes. Unknown keywords have no effect, as in validators. */
const opaque = new Set(["$dynamicRef", "$recursiveRef", "$schema", "dependencies", "unevaluatedItems"]);

/** Returns whether a keyword may restrict values in a way that can only be compared by its text. */
export function isOpaque(keyword: string, schema: JsonObject): boolean {
  return opaque.has(keyword) && reasonIgnored(keyword, schema) === undefined;
}
