import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { mediaTypesOf } from "./media-types.js";
import type { OperationSide } from "./operations.js";
import { at, type Spot } from "../rule.js";

/**
 * The keys that the credentials of a revealing operation's answer can have, each with its place: the values of the property
 * `key` of every alternative. Other operations have none.
 */
export function credentialKeysOf(response: JsonObject, { model, version }: OperationSide): ReadonlyMap<string, Spot> {
  const keys = new Map<string, Spot>();
  const pending: (JsonValue | undefined)[] = model.reveals ? mediaTypesOf(response).map(({ schema }) => schema) : [];
  const seen = new Set<JsonObject>();
  // The list grows while it is gone through.
  for (const next of pending) {
    const schema = version.resolve(next);
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    for (const keyword of ["oneOf", "anyOf", "allOf"]) {
      const list = own(schema, keyword);
      if (Array.isArray(list)) pending.push(...list);
    }
    addKeys(keys, version.resolve(own(ownObject(schema, "properties"), "key")));
  }
  return keys;
}

function addKeys(keys: Map<string, Spot>, schema: JsonValue | undefined): void {
  const [constant, list] = [own(schema, "const"), own(schema, "enum")];
  if (typeof constant === "string") keys.set(constant, at(schema as JsonObject, "const"));
  for (const value of Array.isArray(list) ? list : [])
    if (typeof value === "string") keys.set(value, at(schema as JsonObject, "enum"));
}
