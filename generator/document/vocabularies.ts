import { ownObject, type JsonValue } from "./json-value.js";

/** The keywords of the vocabularies of JSON Schema 2020-12. Each dialect has those of the core. */
const vocabularies: ReadonlyMap<string, readonly string[]> = new Map([
  vocabulary(
    "applicator",
    "prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames if then else allOf anyOf oneOf not",
  ),
  vocabulary("unevaluated", "unevaluatedItems unevaluatedProperties"),
  vocabulary(
    "validation",
    "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems " +
      "maxContains minContains maxProperties minProperties required dependentRequired",
  ),
  vocabulary("meta-data", "title description default deprecated readOnly writeOnly examples"),
  vocabulary("content", "contentEncoding contentMediaType contentSchema"),
]);

/** Vocabularies with keywords that are read in every dialect, as formats are checked and OpenAPI's keywords are no others'. */
const others =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/vocab\/(?:core|format-(?:annotation|assertion))|spec\.openapis\.org\/oas\/3\.\d\/vocab\/base)$/;

function vocabulary(name: string, keywords: string): [string, readonly string[]] {
  return [`https://json-schema.org/draft/2020-12/vocab/${name}`, keywords.split(" ")];
}

/**
 * Returns the keywords of JSON Schema 2020-12 that a metaschema leaves out, by its `$vocabulary`; `undefined` if it has none, or requires
 * one that is unknown.
 */
export function unknownKeywords(metaschema: JsonValue | undefined): ReadonlySet<string> | undefined {
  const declared = ownObject(metaschema, "$vocabulary");
  if (!declared) return undefined;
  const isKnown = (uri: string) => vocabularies.has(uri) || others.test(uri);
  if (Object.entries(declared).some(([uri, isRequired]) => isRequired !== false && !isKnown(uri))) return undefined;
  return new Set([...vocabularies].flatMap(([uri, keywords]) => (Object.hasOwn(declared, uri) ? [] : keywords)));
}
