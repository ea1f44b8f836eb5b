import type { JsonValue } from "../document/json-value.js";
import { subschemaKeywords } from "../document/visitor.js";

/** What the value of a keyword must be. Schemas inside keywords are checked where the document is loaded. */
export type KeywordKind =
  | "annotation"
  | "boolean"
  | "number"
  | "positive number"
  | "count"
  | "string"
  | "type"
  | "enum"
  | "names"
  | "map of names"
  | "schema";

/** The keywords of JSON Schema 2020-12 and of OpenAPI 3.1's schemas that are supported. */
export const schemaKeywords: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ...group("annotation", [
    "$comment",
    "$ref",
    "const",
    "default",
    "description",
    "discriminator",
    "example",
    "examples",
    "externalDocs",
    "title",
    "xml",
  ]),
  ...group("boolean", ["deprecated", "readOnly", "uniqueItems", "writeOnly"]),
  ...group("number", ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"]),
  ...group("positive number", ["multipleOf"]),
  ...group("count", [
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
  ]),
  ...group("string", ["contentEncoding", "contentMediaType", "format", "pattern"]),
  ...group("type", ["type"]),
  ...group("enum", ["enum"]),
  ...group("names", ["required"]),
  ...group("map of names", ["dependentRequired"]),
  ...group(
    "schema",
    Object.keys(subschemaKeywords)
      .filter((name) => name !== "additionalItems")
      .sort(),
  ),
]);

function group(kind: KeywordKind, names: readonly string[]): [string, KeywordKind][] {
  return names.map((name) => [name, kind]);
}

/** Keywords that exist but that no schema of a contract may use: what they would do, and what to write instead. */
export const unsupportedKeywords: ReadonlyMap<string, { readonly feature: string; readonly hint: string }> = new Map([
  ...unsupported("identifiers of schemas are", "Put the schema into components and refer to it by its name.", [
    "$anchor",
    "$id",
    "id",
  ]),
  ...unsupported("dialects are", "Remove it. Every schema is read as JSON Schema 2020-12.", ["$schema", "$vocabulary"]),
  ...unsupported("dynamic references are", "Use $ref.", ["$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef"]),
  ...unsupported("dependencies of older JSON Schema are", "Use dependentRequired or dependentSchemas.", ["dependencies"]),
  ...unsupported("tuples of older JSON Schema are", "Use prefixItems with items.", ["additionalItems"]),
  ...unsupported("telling which items are evaluated is", "Use prefixItems with `items: false`.", ["unevaluatedItems"]),
]);

function unsupported(feature: string, hint: string, names: readonly string[]) {
  return names.map((name): [string, { feature: string; hint: string }] => [name, { feature, hint }]);
}

/** Whether a dialect is one that every schema is read as. */
export function isOwnDialect(dialect: JsonValue | undefined): boolean {
  const text = typeof dialect === "string" ? dialect.replace(/#$/, "") : "";
  return ["https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"].includes(text);
}
