import { isObject, type JsonValue } from "../../document/json-value.js";

/** Returns another value, likely of the same kind; the same one if there is no other. */
export function vary(value: JsonValue, index: number): JsonValue {
  if (typeof value === "string") return `${value}${index + 1}`;
  if (typeof value === "number") return value + index;
  if (typeof value === "boolean") return index % 2 === 1 ? !value : value;
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  if (members.length === 0) return { key: index };
  const [varied] = members.filter(([, member]) => typeof member === "string" || typeof member === "number");
  return varied ? { ...value, [varied[0]]: vary(varied[1], index) } : value;
}
