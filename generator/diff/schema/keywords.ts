/** Keywords that say nothing about which values are valid. */
const annotations = new Set([
  "$comment",
  "$defs",
  "default",
  "definitions",
  "deprecated",
  "description",
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  "title",
  "xml",
]);

/** True for a keyword that says nothing about which values are valid. `readOnly` does: it decides what a request must have. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-max-utf8-bytes");
}

/** True for a keyword whose list is a set. */
export function isSet(keyword: string): boolean {
  return keyword === "required" || keyword === "enum" || keyword === "type";
}

/** Keywords that shapes understand; any other that is no annotation is only compared by its text. */
const understood = new Set([
  "$ref",
  "additionalProperties",
  "allOf",
  "anyOf",
  "const",
  "contains",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "if",
  "items",
  "maxContains",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minContains",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "not",
  "oneOf",
  "pattern",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "readOnly",
  "required",
  "then",
  "type",
  "unevaluatedProperties",
  "uniqueItems",
  "writeOnly",
  "x-max-utf8-bytes",
]);

/** True for a keyword that may restrict values in a way that nothing here knows. */
export function isOpaque(keyword: string): boolean {
  return !understood.has(keyword) && !isAnnotation(keyword);
}
