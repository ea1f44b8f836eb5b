import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { Places } from "../../../document/source.js";

/** A copy of a value of the contract with its keys in the order in which somebody wrote them; the loader sorts them. */
export function inWrittenOrder(value: JsonValue, places: Places): JsonValue {
  if (Array.isArray(value)) return value.map((item) => inWrittenOrder(item, places));
  if (!isObject(value)) return value;
  const entries = places.origin(value)?.entries;
  const offset = (key: string) => entries?.get(key)?.key[0] ?? 0;
  const copy: JsonObject = {};
  for (const key of Object.keys(value).sort((a, b) => offset(a) - offset(b))) copy[key] = inWrittenOrder(value[key]!, places);
  return copy;
}
