import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { foreignMarks, type PropertyMark } from "../../document/property-mark.js";

/**
 * The purpose of a schema's variant: data from callers, data from the service, or exactly the original. A multipart form is
 * sent in parts, some of which are files.
 */
export type SchemaVariant = "request" | "response" | "written" | "form" | "part";

/** The schemas of a contract by component name. */
export type Schemas = ReadonlyMap<string, JsonValue>;

/** Marks the schema of a file in a multipart form. */
export const fileMark = "x-openapi-actions-file";

/** A file in a multipart form: bytes that are sent with a name and a media type. */
export const fileSchema: JsonObject = { [fileMark]: true };

/** Returns the keyword that marks values of the other party. */
export function foreignMark(variant: SchemaVariant): PropertyMark | undefined {
  if (variant === "written") return undefined;
  return foreignMarks[variant === "response" ? "response" : "request"];
}
