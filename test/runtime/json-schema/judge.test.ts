import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { createInstanceEvaluator } from "../../../generator/json-schema/interpreter.js";

const limits = { steps: 1_000, stepsInAll: Infinity, errors: 3 };

test("distinguishes valid values, invalid ones, and those that would take too long", () => {
  const evaluate = createInstanceEvaluator({}, limits);
  expect(evaluate({ type: "string" }, "a")).toEqual({ isValid: true, errors: [] });
  expect(evaluate({ type: "string" }, 1)).toMatchObject({ isValid: false, errors: [{ keyword: "type" }] });
  expect(evaluate({ items: { type: "string" } }, Array<string>(2_000).fill("a"))).toEqual({ isValid: "unknown", errors: [] });
});

test("a slow pattern is not run, and the verdict is uncertain", () => {
  const evaluate = createInstanceEvaluator({}, limits);
  expect(evaluate({ pattern: "^(a+)+\\1$" }, "a".repeat(50)).isValid).toBe("unknown");
  expect(evaluate({ pattern: "^a+$" }, "a".repeat(50)).isValid).toBe(true);
});

test("limits apply to one value, so the next one is validated", () => {
  const evaluate = createInstanceEvaluator({}, limits);
  const long = Array<string>(2_000).fill("a");
  for (let count = 0; count < 10; count++) expect(evaluate({ items: {} }, long).isValid).toBe("unknown");
  expect(evaluate({ items: { type: "string" } }, ["a", 1])).toMatchObject({ isValid: false });
});

test("lists errors up to a limit, with the suggested property", () => {
  const evaluate = createInstanceEvaluator({}, limits);
  const { errors } = evaluate({ required: ["a", "b", "c", "d"] }, {});
  expect(errors.map(({ keyword, property }) => [keyword, property])).toEqual([
    ["required", "a"],
    ["required", "b"],
    ["required", "c"],
  ]);
});

test("a schema is followed again each time", () => {
  const schemas = { Name: { type: "string", minLength: 2 } };
  const evaluate = createInstanceEvaluator({ components: { schemas } }, limits);
  const schema = { properties: { name: { $ref: "#/components/schemas/Name" } } };
  for (const name of ["ab", "a", "ab", 5]) {
    expect(evaluate(schema, { name }).isValid).toBe(typeof name === "string" && name.length > 1);
  }
});

test.each<[string, (next: JsonObject) => JsonObject, JsonValue]>([
  ["allOf", (next) => ({ allOf: [next, next] }), { a: "b" }],
  ["allOf of a text", (next) => ({ allOf: [next, { allOf: [next] }] }), "b"],
  ["anyOf", (next) => ({ anyOf: [{ allOf: [next, { required: ["z"] }] }, next] }), { a: "b" }],
  ["oneOf", (next) => ({ oneOf: [{ allOf: [next], required: ["z"] }, next] }), { a: "b" }],
  ["if", (next) => ({ if: next, then: next, else: false }), { a: "b" }],
  ["unevaluatedProperties", (next) => ({ allOf: [next, next], unevaluatedProperties: false }), { a: "b" }],
])("%s: references that double the paths check each part once", (_, schema, value) => {
  const next = (index: number): JsonObject => ({ $ref: `#/components/schemas/Link${index}` });
  const links = Array.from({ length: 30 }, (_, index) => [`Link${index}`, schema(next(index + 1))] as const);
  const end = { properties: { a: { maxLength: 1 } }, maxLength: 1 };
  const schemas: JsonObject = { ...Object.fromEntries(links), Link30: end };
  const evaluate = createInstanceEvaluator({ components: { schemas } }, limits);
  expect(evaluate(next(0), value)).toEqual({ isValid: true, errors: [] });
  expect(evaluate(next(0), typeof value === "string" ? "bb" : { a: "bb" }).isValid).toBe(false);
});
