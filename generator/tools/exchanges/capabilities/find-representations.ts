import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";

/** A service as the API represents it, with what it advertises. */
export interface Representation {
  readonly service: JsonObject;
  readonly type: string;
  readonly capabilities: JsonObject;
}

/** Every service with capabilities in a value, such as an answer that lists services. */
export function findRepresentations(value: JsonValue): Representation[] {
  if (Array.isArray(value)) return value.flatMap(findRepresentations);
  if (!isObject(value)) return [];
  const type = ownString(value, "type");
  const capabilities = own(value, "capabilities");
  if (type !== undefined && isObject(capabilities)) return [{ service: value, type, capabilities }];
  return Object.values(value).flatMap(findRepresentations);
}
