import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../../../generator/json-schema/samples/random.js";
import { sampleValue, type Sampling } from "../../../../generator/json-schema/samples/sample-value.js";
import { createInstanceJudge } from "../../../../generator/json-schema/interpreter.js";
import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";

function samplingOf(schemas: JsonObject = {}, seed = "1"): Sampling {
  const judge = createInstanceJudge({ components: { schemas } }, { steps: 100_000, stepsInAll: Infinity, errors: 1 });
  return { schemas: new Map(Object.entries(schemas)), judge, random: createRandom(seed), direction: "request" };
}

test.each<[string, JsonValue, JsonValue]>([
  ["a constant", { const: 5 }, 5],
  ["a listed value", { enum: ["red", "green"] }, "red"],
  ["an example of the schema", { type: "string", examples: ["orders"], minLength: 2 }, "orders"],
  ["an example only if it fits", { type: "string", examples: [5, "fits"] }, "fits"],
  ["a default", { type: "integer", default: 50 }, 50],
  ["the one multiple between bounds", { type: "number", multipleOf: 0.1, minimum: 1.1, maximum: 1.1 }, 1.1],
  ["the one whole number between bounds", { type: "integer", multipleOf: 0.1, minimum: 3, maximum: 3.5 }, 3],
  ["a format", { type: "string", format: "date-time" }, "2026-01-15T09:30:00Z"],
  ["a length", { type: "string", minLength: 10, maxLength: 12 }, "exampleexa"],
  ["what is required and nothing else", { type: "object", required: ["a"], properties: { a: { const: 1 }, b: {} } }, { a: 1 }],
  ["one item", { type: "array", items: { const: "x" } }, ["x"]],
  ["so many items", { type: "array", minItems: 3, items: { const: "x" } }, ["x", "x", "x"]],
  ["no item where none is allowed", { type: "array", maxItems: 0 }, []],
  ["a tuple", { type: "array", minItems: 2, prefixItems: [{ const: 1 }, { const: 2 }] }, [1, 2]],
  [
    "parts of allOf together",
    { allOf: [{ type: "object", required: ["a"] }, { properties: { a: { type: "boolean" } } }] },
    { a: true },
  ],
  ["a reference", { $ref: "#/components/schemas/Name" }, "Ada"],
  ["null where nothing else is allowed", { type: "null" }, null],
])("%s", (_, schema, expected) => {
  expect(sampleValue(samplingOf({ Name: { const: "Ada" } }), schema)).toEqual(expected);
});

test("nothing where nothing fits", () => {
  expect(sampleValue(samplingOf(), { type: "string", enum: [1] })).toBeUndefined();
  expect(sampleValue(samplingOf(), false)).toBeUndefined();
  const endless = { Node: { type: "object", required: ["next"], properties: { next: { $ref: "#/components/schemas/Node" } } } };
  expect(sampleValue(samplingOf(endless), { $ref: "#/components/schemas/Node" })).toBeUndefined();
});

test("a value between bounds, whatever they are", () => {
  const bound = fc.integer({ min: -1000, max: 1000 });
  fc.assert(
    fc.property(bound, bound, fc.boolean(), (a, b, isInteger) => {
      const schema = { type: isInteger ? "integer" : "number", minimum: Math.min(a, b), maximum: Math.max(a, b) };
      expect(sampleValue(samplingOf(), schema)).toBeTypeOf("number");
    }),
  );
});

test("a multiple of a decimal, whatever the bounds are", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: 1, max: 9 }), (cents, step) => {
      const bound = Number(`${cents}e-2`);
      const multipleOf = Number(`${step}e-2`);
      for (const keyword of ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]) {
        expect(sampleValue(samplingOf(), { type: "number", multipleOf, [keyword]: bound })).toBeTypeOf("number");
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  "^[a-z]{3}$",
  "^[a-z0-9][a-z0-9_-]{0,62}$",
  "^(?:GET|POST) /[a-z/]+$",
  "^\\d{4}-\\d{2}$",
  "^https://",
  "^[A-Z_]+$",
  "^[^/]+/[^/]+$",
  "^(?!none$)[a-z]+$",
])("a text that matches %s", (pattern) => {
  const value = sampleValue(samplingOf(), { type: "string", pattern });
  expect(value).toMatch(new RegExp(pattern, "u"));
});

test("the same for the same seed", () => {
  const schema = { type: "string", format: "uuid" };
  const first = sampleValue(samplingOf({}, "a"), schema);
  expect(sampleValue(samplingOf({}, "a"), schema)).toBe(first);
  expect(sampleValue(samplingOf({}, "b"), schema)).not.toBe(first);
});

test("numbers are spread and in range", () => {
  const random = createRandom("x");
  const counts = Array<number>(10).fill(0);
  for (let count = 0; count < 10_000; count++) counts[random.below(10)]!++;
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(random.shuffle([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
});
