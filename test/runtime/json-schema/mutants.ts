import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";

const others: readonly JsonValue[] = [null, true, -1, 0, 1.5, 1e9, "", "x", "é".repeat(70), [], {}];

/** Values that differ from a value in one place: something else there, one more, or one less. */
export function* mutants(value: JsonValue): Generator<JsonValue> {
  yield* others;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1);
      for (const mutant of mutants(item)) yield value.with(index, mutant);
    }
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, bogus: 1 };
    yield { ...value, constructor: "x" };
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
      for (const mutant of mutants(item)) yield { ...value, [name]: mutant } satisfies JsonObject;
    }
  }
}
