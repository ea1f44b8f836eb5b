import { compare } from "../diagnostics/diagnostic.js";
import { quote } from "../diagnostics/escape.js";
import type { CopyGuard } from "./copy-guard.js";
import type { Definition } from "./definition.js";
import type { FollowReference } from "./follow-reference.js";
import type { RebaseReference } from "./operation-references.js";
import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import type { ParsedFile } from "./read-source.js";
import { schemaKeywords } from "./schema-keywords.js";
import type { Kind } from "./visitor.js";

/** Fields that contain arbitrary data, where `$ref` is an ordinary key. */
const dataFields = new Set([
  "const",
  "default",
  "enum",
  "example",
  "examples",
  "mapping",
  "parameters",
  "requestBody",
  "value",
  "dataValue",
]);

/** The fields of OpenAPI objects that contain plain data. Other kinds, such as actions, have arbitrary names. */
const plainFields: { readonly [kind in Kind]?: ReadonlySet<string> } = {
  root: fields("openapi $self info jsonSchemaDialect servers security tags externalDocs"),
  pathItem: fields("summary description servers"),
  operation: fields("tags summary description externalDocs operationId deprecated security servers"),
  parameter: fields("name in description required deprecated allowEmptyValue style explode allowReserved example"),
  requestBody: fields("description required"),
  mediaType: fields("example"),
  encoding: fields("contentType style explode allowReserved"),
  response: fields("summary description"),
  header: fields("description required deprecated allowEmptyValue style explode allowReserved example"),
  example: fields("summary description value dataValue serializedValue externalValue"),
  link: fields("operationRef operationId parameters requestBody description server"),
  securityScheme: fields("type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl deprecated"),
  components: fields(""),
  schema: new Set(schemaKeywords.keys()),
  discriminator: fields("propertyName mapping defaultMapping"),
};

/** The fields within plain data: of info, tags, servers and security schemes. */
const innerFields = fields(
  "title summary description kind parent termsOfService contact license version name url email identifier variables default externalDocs " +
    "flows implicit password clientCredentials authorizationCode deviceAuthorization authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes " +
    "namespace prefix attribute wrapped nodeType",
);

/** Fields among them whose entries have arbitrary names. */
const innerMaps = fields("variables scopes security");

function fields(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}

interface DataContext {
  readonly follow: FollowReference;
  readonly guard: CopyGuard;
  readonly locations: Locations;
  /** Returns whether OpenAPI allows no reference here, and reports it. */
  readonly isMisplaced: (value: JsonObject, what: string) => boolean;
  readonly rebase: RebaseReference;
  readonly reportKind: (holder: JsonObject, key: string, expected: string, found: Definition) => void;
}

/** Copies the plain data in a field of an object of a kind, with sorted keys. */
export type CopyData = (value: JsonValue, key: string, file: ParsedFile, kind: Kind) => JsonValue;

/**
 * Creates a copier for the fields without OpenAPI objects. Follows a `$ref` in them, such as that of a description to a text
 * file, except in extensions, in fields with arbitrary data, and in fields unknown to OpenAPI, which are ignored.
 */
export function createDataCopier({ follow, guard, locations, isMisplaced, rebase, reportKind }: DataContext): CopyData {
  const copyField = (value: JsonValue, key: string, file: ParsedFile): JsonValue => {
    if (key.startsWith("x-")) return copyLiteral(value, locations);
    if (Array.isArray(value)) {
      const list = value.map((item) => copyField(item, key, file));
      locations.copy(value, list);
      return list;
    }
    if (!isObject(value)) return value;
    if (isMisplaced(value, quote(key))) return copyTarget(value, key, file);
    return guard.isOneTooMany(value) ? {} : copyFields(value, key, file);
  };

  const copyFields = (value: JsonObject, key: string, file: ParsedFile) =>
    copyEntries(value, locations, (item, name) =>
      innerFields.has(name) || innerMaps.has(key) ? copyField(item, name, file) : copyLiteral(item, locations),
    );

  const copyTarget = (value: JsonObject, key: string, file: ParsedFile): JsonValue => {
    const found = follow(value, "$ref", file);
    if (found?.child) reportKind(value, "$ref", `a value for ${quote(key)}`, found);
    if (!found || found.child) return locations.standIn(value, undefined, {});
    const copy = guard.enter(found.value, value, () => copyField(found.value, key, found.file));
    const siblings = withoutReference(value, locations);
    return siblings && isObject(copy) ? sortedMerge(copy, copyFields(siblings, key, file), locations) : (copy ?? {});
  };

  return (value, key, file, kind) => {
    if (kind === "link" && key === "operationRef" && typeof value === "string") return rebase(value, file);
    const isData = dataFields.has(key) || plainFields[kind]?.has(key) === false;
    return isData ? copyLiteral(value, locations) : copyField(value, key, file);
  };
}

/** Copies data that contains no references. */
function copyLiteral(value: JsonValue, locations: Locations): JsonValue {
  if (Array.isArray(value)) {
    const list = value.map((item) => copyLiteral(item, locations));
    locations.copy(value, list);
    return list;
  }
  return isObject(value) ? copyEntries(value, locations, (item) => copyLiteral(item, locations)) : value;
}

/** Copies a map with sorted keys, applying a function to each of its entries. */
export function copyEntries(
  map: JsonObject,
  locations: Locations,
  change: (entry: JsonValue, name: string) => JsonValue,
): JsonObject {
  const copy: JsonObject = {};
  for (const name of Object.keys(map).sort(compare)) copy[name] = change(map[name]!, name);
  locations.copy(map, copy);
  return copy;
}

/** Returns the fields next to a `$ref`; `undefined` if there are none. */
export function withoutReference(value: JsonObject, locations: Locations): JsonObject | undefined {
  const { $ref: _, ...siblings } = value;
  if (Object.keys(siblings).length === 0) return undefined;
  locations.copy(value, siblings);
  return siblings;
}

/** Merges two maps with sorted keys; the second one's entries win. */
export function sortedMerge(first: JsonObject, second: JsonObject, locations: Locations): JsonObject {
  const both = { ...first, ...second };
  const merged: JsonObject = {};
  for (const key of Object.keys(both).sort(compare)) merged[key] = both[key]!;
  locations.copy(first, merged);
  return merged;
}
