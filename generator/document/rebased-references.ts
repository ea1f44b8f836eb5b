import { parsePointer } from "../../templates/runtime/json.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { referenceOf } from "./reference.js";
import { forEachSubschema } from "./visitor.js";

/**
 * Reports references below a schema's `$id` that resolve to another target by JSON Schema because they are relative to it. A
 * pointer without a target within the schema can only mean the document, and a bare file name only the file next to it.
 */
export function reportRebased(schema: JsonObject, locations: Locations, problems: Report): void {
  const id = ownString(schema, "$id");
  if (id === undefined || id.startsWith("#")) return;
  const hasOtherFolder = /[/:]/.test(id);

  const check = (value: JsonValue): void => {
    if (!isObject(value)) return;
    // A schema with its own $id is checked separately.
    if (value !== schema && ownString(value, "$id")?.startsWith("#") === false) return;
    const ref = referenceOf(value);
    if (
      ref !== undefined &&
      (ref.startsWith("#") ? leadsWithin(schema, ref) : hasOtherFolder && !/^[a-z][a-z0-9+.-]*:/i.test(ref))
    ) {
      const related = [{ message: "relative to this", location: locations.value(schema, "$id")! }];
      report(problems, "ref-rebased", { ref, id }, locations.value(value, "$ref"), { related });
    }
    forEachSubschema(value, check);
  };
  check(schema);
}

/** Returns whether the pointer of a reference has a target in a schema. */
function leadsWithin(schema: JsonObject, ref: string): boolean {
  if (ref === "#") return true;
  if (!ref.startsWith("#/")) return false;
  return parsePointer(ref).reduce<JsonValue | undefined>((value, key) => own(value, key), schema) !== undefined;
}
