import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";

/** Who sends a property: `readOnly` only the service, `writeOnly` only its callers. */
export type PropertyMark = "readOnly" | "writeOnly";

/** Whether a property of an object schema, or what it refers to, has a mark. */
export function hasPropertyMark(
  schema: JsonObject,
  name: string,
  mark: PropertyMark,
  resolve: (ref: string) => JsonValue | undefined,
): boolean {
  let property = own(ownObject(schema, "properties"), name);
  // The loader allows no circle; this only guards against a document that it has not seen.
  for (let steps = 0; isObject(property) && steps < 100; steps++) {
    if (property[mark] === true) return true;
    const ref = ownString(property, "$ref");
    property = ref === undefined ? undefined : resolve(ref);
  }
  return false;
}
