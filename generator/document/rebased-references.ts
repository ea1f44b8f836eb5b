import type { FindDocument } from "./document-uri.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { isObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import type { ParsedFile } from "./read-source.js";
import { referenceOf } from "./reference.js";
import type { Identifiers } from "./schema-identifiers.js";
import { forEachSubschema } from "./visitor.js";

/**
 * Reports references to files below a schema's `$id` that other tools would resolve to another file, because they are relative to it. A
 * bare file name can only mean the file next to the document, and a pointer without a target within the schema only the document.
 */
export function reportRebased(
  schema: JsonObject,
  file: ParsedFile,
  { targets }: Identifiers,
  findDocument: FindDocument,
  locations: Locations,
  problems: Report,
): void {
  const id = ownString(schema, "$id");
  if (id === undefined || !/[/:]/.test(id)) return;

  const check = (value: JsonValue): void => {
    if (!isObject(value)) return;
    // A schema with its own $id is checked separately.
    if (value !== schema && ownString(value, "$id")?.startsWith("#") === false) return;
    const ref = referenceOf(value);
    const isRelative = ref !== undefined && !/^(?:#|[a-z][a-z0-9+.-]*:)/i.test(ref);
    if (isRelative && !targets.has(value) && !findDocument(ref, value, file)) {
      const related = [{ message: "relative to this", location: locations.value(schema, "$id")! }];
      report(problems, "ref-rebased", { ref, id }, locations.value(value, "$ref"), { related });
    }
    forEachSubschema(value, check);
  };
  check(schema);
}
