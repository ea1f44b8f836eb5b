import { parsePointer } from "../../templates/runtime/json.js";
import type { JsonObject, JsonValue } from "../document/json-value.js";

/** Schemas of the parts of a value, by the JSON pointers to them. */
export type PlacedSchemas = Readonly<Record<string, JsonValue>>;

/**
 * The schema of values that have parts where some JSON pointers lead, each with its schema; `0` names the elements of a
 * list. Of an empty pointer the schema is that of the whole value.
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
