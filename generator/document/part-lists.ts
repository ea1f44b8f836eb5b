import { isJsonType } from "../../templates/runtime/server/http.js";
import { conjuncts, foldSchemas, pieces } from "./fold-schema.js";
import { markContent } from "./item-schemas.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { bodyKind, essenceOf, isFileType, listedTypes, partsMark } from "./media-kind.js";
import { resolveSchema } from "./reference.js";
import { isDecisiveKeyword } from "./schema-keywords.js";

/** Returns whether a media type is marked as a list of parts. */
export function isPartList(mediaType: JsonValue | undefined): mediaType is JsonObject {
  return own(mediaType, partsMark) !== undefined;
}

/** Returns whether the parts of a media type have positions in place of names (OpenAPI 3.2, Encoding By Position). */
export function hasPositions(mediaType: string): boolean {
  return /^multipart\/(?!form-data$)[^*]+$/.test(essenceOf(mediaType));
}

/** Returns the media types of an Encoding Object, without their parameters; `undefined`: the value decides. */
export function encodedTypes(encoding: JsonValue | undefined): string[] | undefined {
  const types = listedTypes(ownString(encoding, "contentType")).map(essenceOf).filter(Boolean);
  return types.length ? types : undefined;
}

/** Returns whether a part is itself a list of parts, if its schema is one of a list. */
export function isNested(encoding: JsonValue | undefined): boolean {
  const [type, ...others] = encodedTypes(encoding) ?? [];
  return type !== undefined && others.length === 0 && hasPositions(type);
}

/** The encodings of parts by position: of the first ones, and of all others. */
export function positionalEncodings(holder: JsonObject): { readonly first: readonly JsonValue[]; readonly rest?: JsonValue } {
  const [first, rest] = [own(holder, "prefixEncoding"), own(holder, "itemEncoding")];
  return { first: Array.isArray(first) ? first : [], ...(rest !== undefined && { rest }) };
}

/** The schemas of a document, and where copies are registered. */
interface PartContext {
  readonly schemas: JsonObject | undefined;
  readonly locations: Locations;
}

/**
 * Returns a response or a request body with its lists of parts marked. Their schemas are lists with a type, in which each part
 * that is not sent as JSON or text is a file, and so is the content of `itemSchema`.
 */
export function markParts(holder: JsonObject, document: JsonObject, locations: Locations): JsonObject {
  const content = ownObject(holder, "content");
  if (!content || !Object.keys(content).some(hasPositions)) return holder;
  const context = { schemas: ownObject(ownObject(document, "components"), "schemas"), locations };
  return markContent(holder, content, locations, (mediaType, name) => {
    const schema = hasPositions(name) ? sentSchema(mediaType, context) : undefined;
    if (schema === undefined) return undefined;
    const { itemSchema: _, ...marked }: JsonObject = { ...mediaType, schema, [partsMark]: true };
    return marked;
  });
}

/** The schema of a list of parts as they are sent; `undefined`: it is no list, or there are two descriptions of its parts. */
function sentSchema(mediaType: JsonObject, context: PartContext): JsonValue | undefined {
  const [schema, itemSchema] = [own(mediaType, "schema"), own(mediaType, "itemSchema")];
  if (itemSchema === undefined) return sentList(schema, mediaType, context);
  if (schema !== undefined) return undefined;
  const list = { type: "array", items: itemSchema };
  context.locations.borrow(mediaType, list);
  return sentList(list, mediaType, context);
}

function sentList(written: JsonValue | undefined, holder: JsonObject, context: PartContext): JsonValue | undefined {
  const given = withoutNull(written, context.schemas);
  const list = resolveSchema(given, context.schemas, isReferenceOnly);
  if (!isListSchema(list)) return undefined;
  const { first, rest } = positionalEncodings(holder);
  const listed = own(list, "prefixItems");
  const prefix = Array.isArray(listed) ? listed : [];
  const others = own(list, "items") ?? (rest !== undefined || prefix.length === 0 ? {} : undefined);
  const length = others === undefined || others === false ? prefix.length : Math.max(prefix.length, first.length);
  const parts = Array.from({ length }, (_, at) => sentPart(prefix[at] ?? others!, first[at] ?? rest, list, context));
  const items = others === undefined || others === false ? others : sentPart(others, rest, list, context);
  const isSame = list["type"] === "array" && items === own(list, "items") && parts.every((part, at) => part === prefix[at]);
  if (isSame) return given;
  const copy = {
    ...list,
    type: "array",
    ...(parts.length > 0 && { prefixItems: parts }),
    ...(items !== undefined && { items }),
  };
  if (Array.isArray(listed)) context.locations.copy(listed, parts);
  else context.locations.borrow(list, parts);
  context.locations.copy(list, copy);
  return copy;
}

/** Returns whether a schema describes lists by itself, or lists and null. */
export function isListSchema(schema: JsonValue | undefined): schema is JsonObject {
  if (!isObject(schema)) return false;
  const types = typesOf(schema).filter((type) => type !== "null");
  if (types.length > 0) return types.every((type) => type === "array");
  return own(schema, "type") === undefined && ["prefixItems", "items"].some((keyword) => Object.hasOwn(schema, keyword));
}

/** Returns the only alternative of a schema besides null, which no multipart body and no such part is; else the schema. */
function withoutNull(schema: JsonValue | undefined, schemas: JsonObject | undefined): JsonValue | undefined {
  const resolved = resolveSchema(schema, schemas, isReferenceOnly);
  const [keyword, ...others] = isObject(resolved) ? Object.keys(resolved).filter(isDecisiveKeyword) : [];
  if ((keyword !== "anyOf" && keyword !== "oneOf") || others.length > 0) return schema;
  const all = [own(resolved, keyword)].flat();
  const rest = all.filter((one) => typesOf(resolveSchema(one, schemas)).join() !== "null");
  return rest.length === 1 && all.length > 1 ? withoutNull(rest[0], schemas) : schema;
}

function typesOf(schema: JsonValue | undefined): JsonValue[] {
  const type = own(schema, "type");
  return type === undefined ? [] : [type].flat();
}

/** Returns whether annotations at most are next to a reference. */
function isReferenceOnly(reference: JsonObject): boolean {
  return Object.keys(reference).every((keyword) => keyword === "$ref" || !isDecisiveKeyword(keyword));
}

/** The schema of a part as it is sent. */
function sentPart(schema: JsonValue, encoding: JsonValue | undefined, list: JsonObject, context: PartContext): JsonValue {
  if (isNested(encoding)) {
    const nested = sentList(schema, encoding as JsonObject, context);
    if (nested !== undefined) return nested;
  }
  if (!isFilePart(schema, encoding, context)) return schema;
  const file: JsonObject = { type: "string", format: "binary" };
  for (const keyword of ["title", "description", "maxLength", "contentMediaType"]) {
    const found = foldSchemas(conjuncts, context.schemas)(schema).find((one) => own(one, keyword) !== undefined);
    if (found) file[keyword] = found[keyword]!;
  }
  if (isObject(schema)) context.locations.copy(schema, file);
  else context.locations.borrow(list, file);
  return file;
}

/** Whether a part is sent as bytes: neither as JSON, which other types may accompany, nor as text of a single type. */
function isFilePart(schema: JsonValue, encoding: JsonValue | undefined, { schemas }: PartContext): boolean {
  const kind = bodyKind("*/*", schema, schemas);
  const types = encodedTypes(encoding);
  const all = foldSchemas(pieces, schemas)(schema);
  if (types === undefined) return kind === "bytes" || !all.some(isTyped);
  if (types.some(isJsonType)) return false;
  const isText = types.length === 1 && !types[0]!.includes("*") && !isFileType(types[0]!) && !types[0]!.startsWith("multipart/");
  return !isText || kind === "bytes" || all.some(isStructured);
}

function isTyped(schema: JsonObject): boolean {
  return (
    isStructured(schema) ||
    ["type", "enum", "const", "items", "prefixItems"].some((keyword) => own(schema, keyword) !== undefined)
  );
}

function isStructured(schema: JsonObject): boolean {
  const types = typesOf(schema);
  return types.includes("object") || types.includes("array") || Object.hasOwn(schema, "properties");
}
