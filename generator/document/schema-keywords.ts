import { editDistance } from "../diagnostics/suggest.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { subschemaKeywords } from "./visitor.js";

/** The required type of a keyword's value. Schemas inside keywords are checked when the document is loaded. */
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

/** The supported keywords of JSON Schema 2020-12 and of OpenAPI 3.1 schemas. */
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

/** Keywords of other dialects that affect validation: their feature, and the alternative. */
export const unsupportedKeywords: ReadonlyMap<string, { readonly feature: string; readonly hint: string }> = new Map([
  ...unsupported(
    "dialects are",
    "Remove it, or name a published draft from 4 on, or the $id of a schema with $vocabulary in this document that requires known ones.",
    ["$schema"],
  ),
  ...unsupported(
    "a dynamic reference without exactly one target in its own schema is",
    "Give one schema below the same component or $id the anchor: it is the target unless a schema that leads here has one.",
    ["$dynamicRef", "$recursiveRef"],
  ),
  ...unsupported("dependencies of older JSON Schema are", "Use dependentRequired or dependentSchemas.", ["dependencies"]),
]);

function unsupported(feature: string, hint: string, names: readonly string[]) {
  return names.map((name): [string, { feature: string; hint: string }] => [name, { feature, hint }]);
}

/** Keywords for identifying schemas that no `$ref` of a contract can use, those for meta-schemas only, and those of older drafts. */
const idle: ReadonlyMap<string, string> = new Map([
  ["$anchor", "nothing refers to it"],
  ["$dynamicAnchor", "nothing refers to it"],
  ["$id", "nothing refers to it"],
  ["$recursiveAnchor", "nothing refers to it"],
  ["additionalItems", "it requires a tuple next to it"],
  ["$vocabulary", "only meta-schemas have vocabularies"],
  ["id", "nothing refers to it"],
]);

/** Returns why a known keyword has no effect in this schema and can be ignored; `undefined` if it has an effect. */
export function reasonIgnored(keyword: string, schema: JsonObject): string | undefined {
  if (keyword === "$schema")
    return isPublishedDialect(schema[keyword]) ? "every schema is read as JSON Schema 2020-12" : undefined;
  if (keyword === "additionalItems" && Object.hasOwn(schema, "prefixItems")) return "items is about what follows prefixItems";
  return idle.get(keyword);
}

/** Returns whether a keyword is unknown in this schema. */
export function isUnknownKeyword(keyword: string, schema: JsonObject): boolean {
  // OpenAPI 3.1 allows a summary next to a reference; a description is a keyword anyway.
  if (keyword === "summary" && Object.hasOwn(schema, "$ref")) return false;
  if (keyword === "nullable") return typeof schema[keyword] !== "boolean";
  return !keyword.startsWith("x-") && !schemaKeywords.has(keyword) && !unsupportedKeywords.has(keyword) && !idle.has(keyword);
}

/** Keywords that don't affect which values are valid, in requests and responses alike. */
export const annotationKeywords: ReadonlySet<string> = new Set([
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

/** Keywords that can be removed without affecting validation. A `readOnly` property may be sent, and is just never required. */
const harmless: ReadonlySet<string> = new Set([
  ...annotationKeywords,
  "$schema",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "readOnly",
]);

const decisive = [...schemaKeywords.keys(), ...unsupportedKeywords.keys(), "nullable"].filter((name) => !harmless.has(name));

/** Returns whether the validity of values depends on a keyword. */
export function isDecisiveKeyword(keyword: string): boolean {
  return decisive.includes(keyword);
}

/** The maximum number of typos in a keyword; with more of them, it is a different word. */
const maxDistance = 2;

/** Words that are commonly used as custom keywords despite their similarity to a keyword. */
const ordinaryWords: ReadonlySet<string> = new Set(["allow", "cost", "forma", "matter", "tape", "them"]);

/**
 * Returns the keyword that an unknown one probably stands for, if it affects validation: the nearest one with at most two
 * wrong letters, and less than a third of them, so that nothing matches `if`. For `not`, two letters may be swapped.
 */
export function decisiveNearMiss(keyword: string): string | undefined {
  const name = keyword.toLowerCase();
  if (ordinaryWords.has(name)) return undefined;
  if (name === "nto" || name === "ont") return "not";
  let nearest: string | undefined;
  let least = Infinity;
  for (const candidate of decisive) {
    const limit = Math.min(maxDistance, Math.ceil(candidate.length / 3) - 1);
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(name, candidate.toLowerCase());
    if (distance > limit || distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/** Returns whether every schema is treated as one of this dialect. */
export function isOwnDialect(dialect: JsonValue | undefined): boolean {
  const text = typeof dialect === "string" ? dialect.replace(/#$/, "") : "";
  return ["https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"].includes(text);
}

/** Returns whether a dialect is a published draft of JSON Schema, or OpenAPI's. */
function isPublishedDialect(dialect: JsonValue | undefined): boolean {
  const draft = /^https?:\/\/json-schema\.org\/(?:draft-0[0-7]\/|draft\/20(?:19-09|20-12)\/)?(?:hyper-)?schema#?$/;
  const openapi = /^https?:\/\/spec\.openapis\.org\/oas\/3\.[0-2]\/(?:dialect|schema)\/[a-z0-9-]+#?$/;
  return typeof dialect === "string" && (draft.test(dialect) || openapi.test(dialect));
}
