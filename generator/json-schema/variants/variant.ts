import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { foreignMarks, type PropertyMark } from "../../document/property-mark.js";

/**
 * The purpose of a schema's variant: data from callers, data from the service, or exactly the original. A multipart form is
 * sent in parts, some of which are files.
 */
export type SchemaVariant = "request" | "response" | "written" | "form" | "part";

/** The schemas of a contract by component name. */
export type Schemas = ReadonlyMap<string, JsonValue>;

/** Marks the schema of a file in a multipart form. Its value is what the contract says of the file. */
export const fileMark = "x-openapi-actions-file";

/** A file in a multipart form: bytes that are sent with a name and a media type. */
export const fileSchema: JsonObject = { [fileMark]: {} };

/** What a contract says of a file. */
export interface FileFacts {
  /** The maximum number of bytes: `maxLength` of unencoded bytes (OpenAPI 3.2, section 4.14.7). */
  readonly maxBytes?: number;
  /** Its media type. */
  readonly mediaType?: string;
}

/** The schema of a file that a contract describes by some schema. */
export function fileSchemaOf(written: JsonObject): JsonObject {
  const maxBytes = own(written, "maxLength");
  const mediaType = ownString(written, "contentMediaType");
  const facts = { ...(typeof maxBytes === "number" && { maxBytes }), ...(mediaType !== undefined && { mediaType }) };
  return { [fileMark]: facts };
}

/** What the contract says of the file that a schema marks; `undefined`: it marks none. */
export function fileFacts(schema: JsonValue | undefined): FileFacts | undefined {
  return ownObject(schema, fileMark) as FileFacts | undefined;
}

/** Returns the keyword that marks values of the other party. */
export function foreignMark(variant: SchemaVariant): PropertyMark | undefined {
  if (variant === "written") return undefined;
  return foreignMarks[variant === "response" ? "response" : "request"];
}
