import type { JsonObject, JsonValue } from "../../templates/runtime/json.js";

export {
  isObject,
  own,
  ownObject,
  ownString,
  ownStrings,
  type JsonObject,
  type JsonValue,
} from "../../templates/runtime/json.js";

/** Adds an entry to a map with sorted keys. */
export function setSorted(map: JsonObject, key: string, value: JsonValue): void {
  const later = Object.keys(map).filter((other) => other > key);
  const moved = later.map((other) => [other, map[other]!] as const);
  for (const other of later) delete map[other];
  map[key] = value;
  for (const [other, its] of moved) map[other] = its;
}
