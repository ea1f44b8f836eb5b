import type { JsonObject, JsonValue } from "../../document/json-value.js";

// Generated schemas are interned, because nodes are identified by their schemas.
const constants = new Map<string, JsonObject>();
const types = new Map<string, JsonObject>();

/** Returns `{ const: value }`, always the same object for the same value. */
export function constSchema(value: JsonValue): JsonObject {
  return intern(constants, JSON.stringify(value), () => ({ const: value }));
}

/** Returns `{ type: name }`, always the same object for the same type. */
export function typeSchema(name: string): JsonObject {
  return intern(types, name, () => ({ type: name }));
}

function intern(table: Map<string, JsonObject>, text: string, create: () => JsonObject): JsonObject {
  const known = table.get(text) ?? create();
  table.set(text, known);
  return known;
}
