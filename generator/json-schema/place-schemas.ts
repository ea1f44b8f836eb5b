import { parsePointer } from "../../templates/runtime/json.js";
import type { JsonObject, JsonValue } from "../document/json-value.js";

/** Schemas of the parts of a value, by JSON pointer. */
export type PlacedSchemas = Readonly<Record<string, JsonValue>>;

/**
 * Returns the schema of values whose parts, by JSON pointer, have the given schemas; `0` denotes the elements of a list. A
 * schema at the empty pointer is that of the whole value.
 */
export function placeSchemas(placed: PlacedSchemas, optional: ReadonlySet<string> = new Set()): JsonValue {
  const paths = Object.entries(placed).map(([pointer, schema]) => {
    return { keys: parsePointer(pointer), schema, isOptional: optional.has(pointer) };
  });
  return build(paths);
}

interface PlacedSchema {
  readonly keys: readonly string[];
  readonly schema: JsonValue;
  readonly isOptional: boolean;
}

function build(parts: readonly PlacedSchema[]): JsonValue {
  const whole = parts.find(({ keys }) => keys.length === 0);
  if (whole) return whole.schema;
  const names = [...new Set(parts.map(({ keys }) => keys[0]!))];
  const below = (name: string) =>
    parts.flatMap(({ keys, ...rest }) => (keys[0] === name ? [{ ...rest, keys: keys.slice(1) }] : []));
  if (names.length === 1 && names[0] === "0") return { type: "array", minItems: 1, items: build(below("0")) };
  const required = names.filter((name) => below(name).some(({ isOptional }) => !isOptional));
  const properties: JsonObject = Object.fromEntries(names.map((name) => [name, build(below(name))]));
  return { type: "object", ...(required.length > 0 && { required }), properties };
}
