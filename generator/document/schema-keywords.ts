import { editDistance } from "../diagnostics/suggest.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { subschemaKeywords } from "./visitor.js";

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

/** Keywords of other dialects that a verdict depends on: what they would do, and what to write instead. */
export const unsupportedKeywords: ReadonlyMap<string, { readonly feature: string; readonly hint: string }> = new Map([
  ...unsupported("dialects are", "Remove it. Every schema is read as JSON Schema 2020-12.", ["$schema"]),
  ...unsupported("dynamic references with several possible targets are", "Use $ref.", ["$dynamicRef", "$recursiveRef"]),
  ...unsupported("dependencies of older JSON Schema are", "Use dependentRequired or dependentSchemas.", ["dependencies"]),
  ...unsupported("tuples of older JSON Schema are", "Use prefixItems with items.", ["additionalItems"]),
  ...unsupported("telling which items are evaluated is", "Use prefixItems with `items: false`.", ["unevaluatedItems"]),
]);

function unsupported(feature: string, hint: string, names: readonly string[]) {
  return names.map((name): [string, { feature: string; hint: string }] => [name, { feature, hint }]);
}

/** Names of schemas that no `$ref` of a contract can lead to, and what only meta-schemas need. */
const idle: ReadonlyMap<string, string> = new Map([
  ["$anchor", "nothing refers to it"],
  ["$dynamicAnchor", "nothing refers to it"],
  ["$id", "nothing refers to it"],
  ["$recursiveAnchor", "nothing refers to it"],
  ["$vocabulary", "only meta-schemas have vocabularies"],
  ["id", "nothing refers to it"],
]);

/** Why a keyword that exists says nothing in this schema, so that it can be ignored; `undefined` where it counts. */
export function whyIdle(keyword: string, schema: JsonObject): string | undefined {
  if (keyword === "$schema")
    return isPublishedDialect(schema[keyword]) ? "every schema is read as JSON Schema 2020-12" : undefined;
  if (keyword === "additionalItems") return Object.hasOwn(schema, "prefixItems") ? undefined : "it needs a tuple beside it";
  return idle.get(keyword);
}

/** Whether a keyword is one that nobody knows, in this schema. */
export function isUnknownKeyword(keyword: string, schema: JsonObject): boolean {
  // OpenAPI 3.1 gives a reference a summary of its own; a description is a keyword anyway.
  if (keyword === "summary" && Object.hasOwn(schema, "$ref")) return false;
  if (keyword === "nullable") return typeof schema[keyword] !== "boolean";
  return !keyword.startsWith("x-") && !schemaKeywords.has(keyword) && !unsupportedKeywords.has(keyword) && !idle.has(keyword);
}

/** Keywords that say nothing about which values are valid, in requests and responses alike. */
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

/** Keywords without which the same values are valid. A `readOnly` property may be sent, and is only never required. */
const harmless: ReadonlySet<string> = new Set([
  ...annotationKeywords,
  "$schema",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "readOnly",
]);

const decisive = [...schemaKeywords.keys(), ...unsupportedKeywords.keys(), "nullable"].filter((name) => !harmless.has(name));

/** Whether the values that are valid depend on a keyword. */
export function isDecisiveKeyword(keyword: string): boolean {
  return decisive.includes(keyword);
}

/** Changes that make a mistyped keyword; with more of them, it is another word. */
const maxDistance = 2;

/** Words that people use as keywords of their own, near as they are to one that counts. */
const ordinaryWords: ReadonlySet<string> = new Set(["allow", "cost", "forma", "matter", "tape", "them"]);

/**
 * The keyword that an unknown one is probably meant to be, if valid values depend on that one: the nearest of which at most two
 * letters are wrong, and less than a third of it, so that nothing is a mistyped `if`. Of `not` two letters may be swapped.
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

/** Whether a dialect is one that every schema is read as. */
export function isOwnDialect(dialect: JsonValue | undefined): boolean {
  const text = typeof dialect === "string" ? dialect.replace(/#$/, "") : "";
  return ["https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"].includes(text);
}

/** Whether a dialect is a published draft of JSON Schema, or OpenAPI's. */
function isPublishedDialect(dialect: JsonValue | undefined): boolean {
  const draft = /^https?:\/\/json-schema\.org\/(?:draft-0[0-7]\/|draft\/20(?:19-09|20-12)\/)?(?:hyper-)?schema#?$/;
  const openapi = /^https?:\/\/spec\.openapis\.org\/oas\/3\.[0-2]\/(?:dialect|schema)\/[a-z0-9-]+#?$/;
  return typeof dialect === "string" && (draft.test(dialect) || openapi.test(dialect));
}
