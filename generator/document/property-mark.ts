import { isObject, own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { subschemasAt } from "./visitor.js";

/** Who sends a property: `readOnly` only the service, `writeOnly` only its callers. */
export type PropertyMark = "readOnly" | "writeOnly";

/** The mark of what the other side sends, in each direction. */
export const foreignMarks = { request: "readOnly", response: "writeOnly" } as const;

/** What the `$ref` of a schema leads to. */
type Resolve = (schema: JsonObject) => JsonValue | undefined;

/** Whether a property of an object schema has a mark. */
export function hasPropertyMark(schema: JsonObject, name: string, mark: PropertyMark, resolve: Resolve): boolean {
  return hasMark(own(ownObject(schema, "properties"), name), mark, resolve);
}

/**
 * Whether all values that a schema describes have a mark: because of the schema itself, what it refers to, a part of its
 * `allOf`, or every alternative but null.
 */
export function hasMark(schema: JsonValue | undefined, mark: PropertyMark, resolve: Resolve): boolean {
  const known = new Map<JsonObject, boolean>();
  const find = (part: JsonValue | undefined): boolean => {
    if (!isObject(part)) return false;
    let found = known.get(part);
    if (found !== undefined) return found;
    // The loader allows no circle; this only guards against a document that it has not seen.
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
