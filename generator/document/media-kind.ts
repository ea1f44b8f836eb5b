import { isJsonType } from "../../templates/runtime/server/http.js";
import { foldSchemas, type Question } from "./fold-schema.js";
import { listElements } from "./header-list.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { SchemasByName } from "./reference.js";
import { isDecisiveKeyword } from "./schema-keywords.js";

/**
 * The content of a media type. `parts`: a list of parts without names. `any`: a range that includes JSON, whose content no
 * schema describes.
 */
export type MediaKind = "json" | "form" | "multipart" | "parts" | "text" | "bytes" | "any";

/** Returns the kind of a media type, which may be a range such as `text/*`. */
export function mediaKind(name: string): MediaKind {
  const type = essenceOf(name);
  if (isJsonType(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  if (type.startsWith("text/")) return "text";
  return type === "*/*" || type === "application/*" ? "any" : "bytes";
}

/** Returns the kind of a body: below a range that includes JSON, its schema decides. */
export function bodyKind(name: string, schema: JsonValue | undefined, schemas: SchemasByName | undefined): MediaKind {
  const kind = mediaKind(name);
  return kind === "any" ? foldSchemas(aboutKind, schemas)(schema) : kind;
}

type SchemaKind = "any" | "json" | "text" | "bytes";

/** Text and bytes are written as they are; other values, including null, only have a form in JSON. */
const aboutKind: Question<SchemaKind> = {
  own(schema) {
    if (isFile(schema)) return "bytes";
    if (isText(schema)) return "text";
    return Object.keys(schema).every((key) => isApplied.has(key) || !isDecisiveKeyword(key)) ? "any" : "json";
  },
  all: (kinds) => (["bytes", "text", "json"] as const).find((kind) => kinds.includes(kind)) ?? "any",
  any: (kinds) => (kinds.every((kind) => kind === kinds[0]) ? kinds[0]! : "json"),
  anything: "any",
  nothing: "any",
  unknown: "any",
};

const isApplied: ReadonlySet<string> = new Set(["$ref", "allOf", "anyOf", "oneOf"]);

function isText(schema: JsonObject): boolean {
  const types = [own(schema, "type")].flat();
  const values = [own(schema, "const") ?? own(schema, "enum")].flat();
  return types.join() === "string" || (values.length > 0 && values.every((value) => typeof value === "string"));
}

/** Returns whether a schema describes raw bytes, in the notation of OpenAPI 3.0 or 3.1. */
export function isFile(schema: JsonValue | undefined): boolean {
  if (!isObject(schema)) return false;
  if (ownString(schema, "format") === "binary") return true;
  const mediaType = ownString(schema, "contentMediaType");
  return mediaType !== undefined && !Object.hasOwn(schema, "contentEncoding") && isFileType(mediaType);
}

/** Returns whether a media type is neither text nor JSON. */
export function isFileType(mediaType: string): boolean {
  return !/^text\/|[/+](?:json|xml)\b|^multipart\/|^application\/x-www-form-urlencoded/.test(essenceOf(mediaType));
}

/** Returns the media types that the `contentType` of an Encoding Object lists, with their parameters. */
export function listedTypes(contentType: string | undefined): string[] {
  return contentType === undefined ? [] : listElements(contentType);
}

/** Returns whether the `contentType` of an Encoding Object lists types of files only. */
export function encodesFile(contentType: string | undefined): boolean {
  return contentType !== undefined && listedTypes(contentType).every(isFileType);
}

/** Marks a media type whose content is a list of parts: its schema describes each part as it is sent (`part-lists.ts`). */
export const partsMark = "x-openapi-actions-parts";

/** A Media Type Object, by its name and kind. */
export interface WrittenMedia extends KnownMedia {
  readonly object: JsonValue;
  readonly schema: JsonValue | undefined;
}

/** Returns the content of a body or a response. What is more specific comes first, because it applies (RFC 9110, 12.5.1). */
export function contentOf(holder: JsonValue | undefined, document: JsonObject): WrittenMedia[] {
  const schemas = ownObject(own(document, "components"), "schemas");
  const content = Object.entries(ownObject(holder, "content") ?? {}).map(([name, object]): WrittenMedia => {
    const schema = own(object, "schema");
    const kind = own(object, partsMark) === undefined ? bodyKind(name, schema, schemas) : "parts";
    return { name, object, schema, kind };
  });
  return content.sort((one, other) => generality(one.name) - generality(other.name));
}

function generality(name: string): number {
  const type = essenceOf(name);
  return type.startsWith("*/") ? 3 : type.endsWith("/*") ? 2 : type.includes("*") ? 1 : 0;
}

/** Returns a media type in lower case, without its parameters. */
export function essenceOf(name: string): string {
  return name.split(";")[0]!.trim().toLowerCase();
}

/** Returns whether a media type is a range, such as `text/*` or `application/*+json`. */
export function isRange(name: string): boolean {
  return essenceOf(name).includes("*");
}

/** A media type and the kind of its content. */
export interface KnownMedia {
  readonly name: string;
  readonly kind: MediaKind;
}

/** Returns the media types that a body may have, without parameters; below a range with JSON, `application/*+json`, all JSON. */
export function coveredTypes({ name, kind }: KnownMedia): string {
  const type = essenceOf(name);
  return kind === "json" ? type.replace(/\*(\+json)?$/, "*+json") : type;
}

/** Returns the media type of a body for which nobody chooses one; `undefined` if a range has no default. */
export function defaultType({ name, kind }: KnownMedia): string | undefined {
  if (!isRange(name)) return name;
  const type = essenceOf(name);
  if (kind === "json") return "application/json";
  if (kind === "text" && (type === "*/*" || type === "text/*")) return "text/plain";
  return kind === "bytes" && (type === "*/*" || type === "application/*") ? "application/octet-stream" : undefined;
}
