import { own, type JsonObject, type JsonValue } from "../document/json-value.js";

/** The schemas listed by `allOf`, `anyOf`, `oneOf`, or none. */
export function branches(schema: JsonObject, keyword: "allOf" | "anyOf" | "oneOf"): readonly JsonValue[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}
