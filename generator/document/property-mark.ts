import { foldSchemas } from "./fold-schema.js";
import { own, type JsonValue } from "./json-value.js";
import type { SchemasByName } from "./reference.js";

/** The sender of a property: `readOnly` only the service, `writeOnly` only its callers. */
export type PropertyMark = "readOnly" | "writeOnly";

/** The mark of properties that only the other side sends, by direction. */
export const foreignMarks = { request: "readOnly", response: "writeOnly" } as const;

/** Returns whether all values of a schema have a mark. */
export type HasMark = (schema: JsonValue | undefined) => boolean;

/**
 * Creates a function that finds marks: of a schema itself, its reference, a part of its `allOf`, or every alternative other than
 * null.
 */
export function createHasMark(mark: PropertyMark, schemas: SchemasByName | undefined): HasMark {
  return foldSchemas(
    {
      own: (schema) => schema[mark] === true,
      all: (answers) => answers.includes(true),
      any: (answers) => answers.every(Boolean),
      counts: (alternative) => own(alternative, "type") !== "null",
      anything: false,
      nothing: false,
      unknown: false,
    },
    schemas,
  );
}
