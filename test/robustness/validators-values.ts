import fc from "fast-check";
import { isObject, type JsonValue } from "../../generator/document/json-value.js";
import { value } from "../json-schema/containment/arbitraries.js";

/** Values with little in common with any schema but names and scalars. */
export const strayValues: fc.Arbitrary<JsonValue[]> = fc.array(value, { minLength: 10, maxLength: 10 });

const others: readonly JsonValue[] = [null, true, 0, 1.5, "", "b", [], [1, 1], {}, { a: 1 }, { kind: "a" }];

/** A value and its neighbours: what is one change away, at every place of it. */
export function neighboursOf(value: JsonValue): JsonValue[] {
  const found: JsonValue[] = [value, ...others];
  if (Array.isArray(value)) {
    found.push([...value, ...value.slice(0, 1)], [...value, null]);
    for (const [index, item] of value.entries()) {
      found.push(value.toSpliced(index, 1));
      found.push(...neighboursOf(item).map((other) => value.with(index, other)));
    }
  } else if (isObject(value)) {
    found.push({ ...value, toString: 1 }, { ...value, a: null }, { ...value, constructor: "a", b: 1 });
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _removed, ...rest } = value;
      found.push(rest, ...neighboursOf(item).map((other) => ({ ...value, [name]: other })));
    }
  }
  return found;
}
