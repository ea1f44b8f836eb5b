import { parsePointer } from "../../../../../templates/runtime/json-pointer.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../../../document/json-value.js";

/** A copy of a value with the part that a pointer leads to replaced, added or, for `undefined`, removed. */
export function withPart(root: JsonValue, pointer: string, part: JsonValue | undefined): JsonValue | undefined {
  return edit(root, parsePointer(pointer), part);
}

function edit(value: JsonValue, [key, ...rest]: readonly string[], part: JsonValue | undefined): JsonValue | undefined {
  if (key === undefined) return part;
  if (Array.isArray(value)) {
    const list = [...value];
    const item = edit(list[Number(key)] ?? null, rest, part);
    if (item === undefined) list.splice(Number(key), 1);
    else list[Number(key)] = item;
    return list;
  }
  const copy: JsonObject = { ...(isObject(value) ? value : {}) };
  const item = edit(copy[key] ?? null, rest, part);
  if (item === undefined) delete copy[key];
  else copy[key] = item;
  return copy;
}

/** The part of a value that a pointer leads to. */
export function partAt(root: JsonValue, pointer: string): JsonValue | undefined {
  return parsePointer(pointer).reduce<JsonValue | undefined>(own, root);
}
