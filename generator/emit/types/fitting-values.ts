import type { JsonObject, JsonValue } from "../../document/json-value.js";

/** The values of `enum` that the schema's `type` lets through: the others are valid nowhere, so they have no type. */
export function fittingValues(values: readonly JsonValue[], { type }: JsonObject): JsonValue[] {
  const types = Array.isArray(type) ? type : [type];
  return values.filter((value) => type === undefined || typesOf(value).some((name) => types.includes(name)));
}

function typesOf(value: JsonValue): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return typeof value === "number" ? ["number", ...(Number.isInteger(value) ? ["integer"] : [])] : [typeof value];
}
