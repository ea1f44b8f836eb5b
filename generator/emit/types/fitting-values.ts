import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { hasType, typesOf } from "../../../templates/runtime/json-schema/json-type.js";

/** The values of `enum` that the schema's `type` lets through: the others are valid nowhere, so they have no type. */
export function fittingValues(values: readonly JsonValue[], schema: JsonObject): JsonValue[] {
  const types = typesOf(schema);
  return values.filter((value) => types === undefined || hasType(value, types));
}
