import { escapeSegment } from "../../../../../templates/runtime/json-pointer.js";
import { isObject, type JsonValue } from "../../../../document/json-value.js";
import { partAt, withPart } from "./edit-value.js";

/** Leaves out every property of a value without which it is still valid: what is left shows a mistake best. */
export function shrinkValue(value: JsonValue, isValid: (value: JsonValue) => boolean, pointer = ""): JsonValue {
  const part = partAt(value, pointer);
  if (!isObject(part)) return value;
  let smaller = value;
  for (const name of Object.keys(part)) {
    const at = `${pointer}/${escapeSegment(name)}`;
    const without = withPart(smaller, at, undefined);
    smaller = without !== undefined && isValid(without) ? without : shrinkValue(smaller, isValid, at);
  }
  return smaller;
}
