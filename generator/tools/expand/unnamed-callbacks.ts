import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Places } from "../../document/source.js";

/**
 * The callbacks of the endpoint as each action has them: operations without an `operationId`, which no two operations of a
 * document can share. What is behind a `$ref` stands in the document once and keeps it.
 */
export function unnamedCallbacks(callbacks: JsonValue, places: Places): JsonValue {
  return mapValues(callbacks, places, (callback) =>
    mapValues(callback, places, (pathItem) => mapValues(pathItem, places, (operation) => withoutId(operation, places))),
  );
}

function mapValues(value: JsonValue, places: Places, change: (item: JsonValue) => JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) copy[key] = change(item);
  places.copy(value, copy);
  return copy;
}

function withoutId(operation: JsonValue, places: Places): JsonValue {
  if (!isObject(operation) || !Object.hasOwn(operation, "operationId")) return operation;
  const { operationId: _, ...copy } = operation;
  places.copy(operation, copy);
  return copy;
}
