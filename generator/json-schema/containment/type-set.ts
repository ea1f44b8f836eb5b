import type { JsonValue } from "../../document/json-value.js";

/** Types of JSON values as bits; integers are not a type of their own. */
export type TypeSet = number;

const bits = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;

export type TypeName = keyof typeof bits;

/** In the order of comparison. */
const typeNames = Object.keys(bits) as readonly TypeName[];

export const allTypes: TypeSet = 63;

/** Returns the set of one type. */
export function typeSet(name: TypeName): TypeSet {
  return bits[name];
}

/** Returns the types in a set. */
export function typesIn(set: TypeSet): TypeName[] {
  return typeNames.filter((name) => (set & bits[name]) !== 0);
}

/** Returns the type of a value. */
export function typeOf(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "object" | "string";
}
