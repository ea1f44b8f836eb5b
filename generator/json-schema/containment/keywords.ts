import type { JsonObject } from "../../document/json-value.js";
import { annotationKeywords, whyIdle } from "../../document/schema-keywords.js";

/** True for a keyword that says nothing about which values are valid. `readOnly` does: it decides what a request must have. */
export function isAnnotation(keyword: string): boolean {
  return annotationKeywords.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-max-utf8-bytes");
}

/** True for a keyword whose list is a set. */
export function isSet(keyword: string): boolean {
  return keyword === "required" || keyword === "enum" || keyword === "type";
}

/** Keywords that restrict values and that shapes don't understand. Others that nobody knows say nothing, as to a validator. */
const opaque = new Set(["$dynamicRef", "$recursiveRef", "$schema", "additionalItems", "dependencies", "unevaluatedItems"]);

/** True for a keyword that may restrict values in a way that can't be compared but by its text. */
export function isOpaque(keyword: string, schema: JsonObject): boolean {
  return opaque.has(keyword) && whyIdle(keyword, schema) === undefined;
}
