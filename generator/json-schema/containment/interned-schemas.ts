import type { JsonObject, JsonValue } from "../../document/json-value.js";

// Schemas that nobody wrote are kept, as nodes are told apart by the schemas they consist of.
const constants = new Map<string, JsonObject>();
const types = new Map<string, JsonObject>();

/** `{ const: value }`, always the same object for the same value. */
export function constSchema(value: JsonValue): JsonObject {
  return intern(constants, JSON.stringify(value), () => ({ const: value }));
}

/** `{ type: name }`, always the same object for the same type. */
export function typeSchema(name: string): JsonObject {
  return intern(types, name, () => ({ type: name }));
}

function intern(table: Map<string, JsonObject>, text: string, create: () => JsonObject): JsonObject {
  const known = table.get(text) ?? create();
  table.set(text, known);
  return known;
}
