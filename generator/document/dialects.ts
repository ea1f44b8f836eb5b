import { isObject, own, ownString, setSorted, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { annotationKeywords, isDecisiveKeyword } from "./schema-keywords.js";
import { upgradeBound } from "./tolerate-schema.js";
import { unknownKeywords } from "./vocabularies.js";

/** The drafts of JSON Schema before 2020-12 that are read by their own rules. */
const drafts = ["draft-04", "draft-06", "draft-07", "2019-09"] as const;
export type Draft = (typeof drafts)[number];

/** Returns the draft that a schema declares, `null` for 2020-12 and what is read like it; `undefined` if it declares none. */
export function declaredDraft(schema: JsonValue): Draft | null | undefined {
  const uri = ownString(schema, "$schema");
  if (uri === undefined) return undefined;
  const [, name] = /^https?:\/\/json-schema\.org\/(?:draft\/)?(draft-0[467]|2019-09)\/schema#?$/.exec(uri) ?? [];
  return drafts.find((draft) => draft === name) ?? null;
}

/** How a schema is read. */
export interface Dialect {
  /** `undefined` for 2020-12. */
  readonly draft: Draft | undefined;
  /** The keywords that the vocabularies of a dialect of one's own don't have. */
  readonly ignored: ReadonlySet<string> | undefined;
}

/** JSON Schema 2020-12. */
export const current: Dialect = { draft: undefined, ignored: undefined };

/** Returns the schema that a URI identifies in a contract. */
export type FindMetaschema = (uri: string) => JsonValue | undefined;

/** Returns the dialect that a schema declares; `undefined` if it declares none. */
export function declaredDialect(schema: JsonValue, find: FindMetaschema): Dialect | undefined {
  const draft = declaredDraft(schema);
  if (draft === undefined) return undefined;
  const ignored = draft === null ? unknownKeywords(find(ownString(schema, "$schema")!)) : undefined;
  return { draft: draft ?? undefined, ignored };
}

/** Returns the dialect in which a part of a file is written. */
export function dialectAt(root: JsonValue | undefined, segments: readonly string[], find: FindMetaschema): Dialect {
  let value = root;
  let dialect = current;
  for (const segment of segments) {
    dialect = declaredDialect(value ?? null, find) ?? dialect;
    value = own(value, segment);
  }
  return dialect;
}

/** Returns whether a draft ignores what is next to a `$ref`. */
export function ignoresSiblings(draft: Draft | undefined): boolean {
  return draft !== undefined && draft !== "2019-09";
}

/** The draft from which on a keyword exists. */
const introduced: ReadonlyMap<string, Draft | "2020-12"> = new Map<string, Draft | "2020-12">([
  ...since("draft-06", "const contains propertyNames"),
  ...since("draft-07", "if then else"),
  ...since(
    "2019-09",
    "dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems minContains maxContains $anchor $recursiveRef $recursiveAnchor",
  ),
  ...since("2020-12", "prefixItems $dynamicRef $dynamicAnchor"),
]);

function since<Version extends string>(version: Version, names: string): [string, Version][] {
  return names.split(" ").map((name) => [name, version]);
}

/** Receives a keyword that a draft ignores, or that is read as another one. */
export type NoteDifference = (keyword: string, difference: string) => void;

/**
 * Returns a schema of a draft as one of 2020-12 with the same meaning; not the schemas that it contains. `dependencies` is read in every
 * dialect, as 2020-12 recommends for compatibility. `countsItems`: whether a schema of the file asks which items are evaluated.
 */
export function modernize(
  schema: JsonObject,
  { draft, ignored }: Dialect,
  countsItems: boolean,
  locations: Locations,
  note: NoteDifference,
): JsonObject {
  const isCurrent = !draft && !ignored && !Object.hasOwn(schema, "dependencies");
  if (isCurrent || hiding.has(schema)) return schema;
  const copy: JsonObject = { ...schema };
  locations.copy(schema, copy);
  if (ignored) delete copy["$schema"];
  for (const keyword of Object.keys(copy).filter((name) => ignored?.has(name))) {
    delete copy[keyword];
    if (isDecisiveKeyword(keyword)) note(keyword, "no vocabulary of its dialect has this keyword");
  }
  if (draft) {
    if (declaredDraft(schema) === draft) delete copy["$schema"];
    const isReference = ignoresSiblings(draft) && ownString(schema, "$ref") !== undefined;
    for (const keyword of Object.keys(copy)) {
      const version = introduced.get(keyword);
      const isUnknown = version !== undefined && !isKnown(version, draft);
      const isSibling = isReference && keyword !== "$ref" && !annotationKeywords.has(keyword);
      if (!isUnknown && !isSibling) continue;
      delete copy[keyword];
      if (isDecisiveKeyword(keyword))
        note(keyword, isUnknown ? `${draft} has no such keyword` : `${draft} ignores keywords next to "$ref"`);
    }
    if (draft === "draft-04") {
      upgradeBound(copy, "minimum", "exclusiveMinimum");
      upgradeBound(copy, "maximum", "exclusiveMaximum");
      if (ownString(copy, "id") !== undefined) delete copy["id"];
    }
    readTuple(copy);
    if (draft === "2019-09" && countsItems) hideContains(copy, locations);
  }
  readDependencies(copy, locations);
  if (!draft && Object.hasOwn(schema, "dependencies") && !Object.hasOwn(copy, "dependencies"))
    note("dependencies", "it is read as dependentRequired and dependentSchemas");
  return copy;
}

function isKnown(version: Draft | "2020-12", draft: Draft): boolean {
  return version !== "2020-12" && drafts.indexOf(version) <= drafts.indexOf(draft);
}

/** A list of schemas in `items` is a tuple, with `additionalItems` for what follows. */
function readTuple(copy: JsonObject): void {
  const { items, additionalItems } = copy;
  if (!Array.isArray(items)) return;
  delete copy["items"];
  delete copy["additionalItems"];
  if (items.length > 0) copy["prefixItems"] = items;
  if (additionalItems !== undefined) copy["items"] = additionalItems;
}

/** Splits `dependencies` into lists of names and schemas. */
function readDependencies(copy: JsonObject, locations: Locations): void {
  const { dependencies } = copy;
  if (!isObject(dependencies)) return;
  delete copy["dependencies"];
  const entries = Object.entries(dependencies);
  for (const [keyword, isList] of [
    ["dependentRequired", true],
    ["dependentSchemas", false],
  ] as const) {
    const found = Object.fromEntries(entries.filter(([, value]) => Array.isArray(value) === isList));
    if (Object.keys(found).length === 0) continue;
    const own = copy[keyword];
    const parts = [...(isObject(own) ? [own] : []), found];
    locations.copy(dependencies, found);
    if (parts.length === 1) copy[keyword] = found;
    else extendAllOf(copy, { [keyword]: found });
  }
}

/** The schemas that hide a `contains`. */
const hiding = new WeakSet<JsonObject>();

/** In 2019-09, items that `contains` matches are not evaluated by it: what is below `not` evaluates nothing. */
function hideContains(copy: JsonObject, locations: Locations): void {
  if (!Object.hasOwn(copy, "contains")) return;
  const hidden: JsonObject = {};
  hiding.add(hidden);
  locations.copy(copy, hidden);
  for (const keyword of ["contains", "minContains", "maxContains"]) {
    if (Object.hasOwn(copy, keyword)) hidden[keyword] = copy[keyword]!;
    delete copy[keyword];
  }
  extendAllOf(copy, { not: { not: hidden } });
}

/** Adds a schema to `allOf` of another, whose keys stay sorted. */
export function extendAllOf(schema: JsonObject, part: JsonValue): void {
  const { allOf } = schema;
  setSorted(schema, "allOf", [...(Array.isArray(allOf) ? allOf : []), part]);
}
