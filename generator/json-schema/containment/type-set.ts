import type { JsonValue } from "../../document/json-value.js";

/** Types of JSON values as bits; whole numbers are no type of their own. */
export type TypeSet = number;

const bits = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;

export type TypeName = keyof typeof bits;

/** In the order in which they are looked at. */
const typeNames = Object.keys(bits) as readonly TypeName[];

export const allTypes: TypeSet = 63;

/** The set of one type. */
export function typeSet(name: TypeName): TypeSet {
  return bits[name];
}

/** The types in a set. */
export function typesIn(set: TypeSet): TypeName[] {
  return typeNames.filter((name) => (set & bits[name]) !== 0);
}

/** The type of a value. */
export function typeOf(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "object" | "string";
}
