import { isObject, own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { subschemasAt } from "./visitor.js";

/** The sender of a property: `readOnly` only the service, `writeOnly` only its callers. */
export type PropertyMark = "readOnly" | "writeOnly";

/** The mark of properties that only the other side sends, by direction. */
export const foreignMarks = { request: "readOnly", response: "writeOnly" } as const;

/** Returns the target of a schema's `$ref`. */
type Resolve = (schema: JsonObject) => JsonValue | undefined;

/** Returns whether a property of an object schema has a mark. */
export function hasPropertyMark(schema: JsonObject, name: string, mark: PropertyMark, resolve: Resolve): boolean {
  return hasMark(own(ownObject(schema, "properties"), name), mark, resolve);
}

/**
 * Returns whether all values of a schema have a mark: because of the schema itself, its reference, a part of its
 * `allOf`, or every alternative other than null.
 */
export function hasMark(schema: JsonValue | undefined, mark: PropertyMark, resolve: Resolve): boolean {
  const known = new Map<JsonObject, boolean>();
  const find = (part: JsonValue | undefined): boolean => {
    if (!isObject(part)) return false;
    let found = known.get(part);
    if (found !== undefined) return found;
    // The loader rejects cycles; this only guards against other documents.
    known.set(part, false);
    found =
      part[mark] === true ||
      find(resolve(part)) ||
      subschemasAt(part, "allOf").some(find) ||
      (["anyOf", "oneOf"] as const).some((keyword) => {
        const alternatives = subschemasAt(part, keyword).filter((alternative) => own(alternative, "type") !== "null");
        return alternatives.length > 0 && alternatives.every(find);
      });
    known.set(part, found);
    return found;
  };
  return find(schema);
}
