import { isObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { foreignMarks, type PropertyMark } from "../../document/property-mark.js";

/**
 * What a schema is read for: what a caller sends, what the service returns, or exactly what is written. A multipart form is
 * sent in parts, some of which are files.
 */
export type SchemaVariant = "request" | "response" | "written" | "form" | "part";

/** The schemas of a contract by component name. */
export type Schemas = ReadonlyMap<string, JsonValue>;

/** Marks the schema of a file in a multipart form. */
export const fileMark = "x-openapi-actions-file";

/** A file in a multipart form: bytes, whose name and media type travel with them. */
export const fileSchema: JsonObject = { [fileMark]: true };

/** The keyword that marks what the other party sends. */
export function foreignMark(variant: SchemaVariant): PropertyMark | undefined {
  if (variant === "written") return undefined;
  return foreignMarks[variant === "response" ? "response" : "request"];
}

/** Whether a schema describes bytes that are sent as they are, as OpenAPI 3.0 and 3.1 say it. */
export function isFile(schema: JsonValue | undefined): boolean {
  if (!isObject(schema)) return false;
  if (ownString(schema, "format") === "binary") return true;
  const mediaType = ownString(schema, "contentMediaType");
  return mediaType !== undefined && !Object.hasOwn(schema, "contentEncoding") && isFileType(mediaType);
}

/** Whether a media type is neither text nor JSON. */
export function isFileType(mediaType: string): boolean {
  return !/^text\/|[/+](?:json|xml)\b|^multipart\/|^application\/x-www-form-urlencoded/i.test(mediaType.trim());
}
