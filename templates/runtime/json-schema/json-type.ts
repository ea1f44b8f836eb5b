import { isObject, own, type JsonValue } from "./json-value.js";

/** The types of JSON Schema. */
export const jsonTypes: ReadonlySet<string> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** The types that a schema's own `type` allows; absent where it says none or something else than types. */
export function typesOf(schema: JsonValue): readonly string[] | undefined {
  const type = own(schema, "type");
  const list = Array.isArray(type) ? type : [type];
  return list.every((name): name is string => typeof name === "string" && jsonTypes.has(name)) ? list : undefined;
}

/** True if a value is of one of the types. */
export function hasType(value: JsonValue, types: readonly string[]): boolean {
  return types.some((type) => {
    if (type === "null") return value === null;
    if (type === "array") return Array.isArray(value);
    if (type === "object") return isObject(value);
    if (type === "number") return Number.isFinite(value);
    return type === "integer" ? Number.isInteger(value) : typeof value === type;
  });
}
