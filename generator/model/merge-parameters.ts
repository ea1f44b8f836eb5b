import { own, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { headerDescription } from "../document/reserved-headers.js";

/** The objects that contain the parameters of an operation. */
interface ParameterHolders {
  readonly pathItem: JsonObject;
  readonly operation: JsonObject;
}

/**
 * Returns the Parameter Objects or references of an operation. Its own replace those of the path item with the same `in` and
 * `name`; those that OpenAPI ignores are omitted. `resolve` follows references.
 */
export function mergeParameters(
  { pathItem, operation }: ParameterHolders,
  resolve: (reference: JsonValue) => JsonValue | undefined,
): JsonValue[] {
  const merged = new Map<string, JsonValue>();
  for (const holder of [pathItem, operation]) {
    const list = own(holder, "parameters");
    for (const item of Array.isArray(list) ? list : []) {
      const parameter = resolve(item);
      const [place, name] = [ownString(parameter, "in"), ownString(parameter, "name")];
      if (place === undefined || name === undefined || (place === "header" && headerDescription(name) !== undefined)) continue;
      merged.set(`${place} ${name}`, item);
    }
  }
  return [...merged.values()];
}
