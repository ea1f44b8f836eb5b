import { describe, expect, test } from "vitest";
import { validatorOf } from "./load-emitted.js";

/** Schemas for which Ajv's own code throws or is wrong, and the validators must not. */
const cases: { readonly name: string; readonly schema: object; readonly fits: unknown[]; readonly refused: unknown[] }[] = [
  {
    name: "an empty list after one that contains what is asked for",
    schema: { items: { contains: { type: "string" } } },
    fits: [[["a"], ["b"]]],
    refused: [
      [["a"], []],
      [[], ["a"]],
    ],
  },
  {
    name: "an empty list that should contain something after its first items",
    schema: { prefixItems: [{ type: "integer" }], contains: { type: "string" } },
    fits: [[1, "a"]],
    refused: [[], [1], ["a"]],
  },
  {
    name: "a required property whose name is empty",
    schema: { required: [""] },
    fits: [{ "": 1 }],
    refused: [{}],
  },
  {
    name: "a dependent property whose name is empty",
    schema: { dependentRequired: { a: ["", "b"] } },
    fits: [{}, { a: 1, "": 1, b: 1 }],
    refused: [{ a: 1 }, { a: 1, "": 1 }, { a: 1, b: 1 }],
  },
  {
    name: "contains within bounds",
    schema: { contains: { type: "string" }, minContains: 2, maxContains: 3 },
    fits: [
      ["a", 1, "b"],
      ["a", "b", "c"],
    ],
    refused: [[], ["a"], ["a", "b", "c", "d"]],
  },
  {
    name: "no more than a number of items, none included",
    schema: { contains: { type: "string" }, minContains: 0, maxContains: 1 },
    fits: [[], [1], ["a"]],
    refused: [["a", "b"]],
  },
  {
    name: "patterns beside alternatives of which none is reached",
    schema: {
      oneOf: [{ required: ["x"], properties: { x: true } }, { required: ["y"] }],
      patternProperties: { "^a": true },
      unevaluatedProperties: false,
    },
    fits: [{ x: 1, ab: 1 }],
    refused: [{ y: 1, ab: 1 }, { ab: 1 }],
  },
  {
    name: "patterns beside an alternative that evaluates all",
    schema: { anyOf: [{ additionalProperties: true }], patternProperties: { "^a": true }, unevaluatedProperties: false },
    fits: [{ a: 1, b: 2 }],
    refused: [],
  },
  {
    name: "a property __proto__ that a branch evaluated",
    schema: { oneOf: [{ patternProperties: { "^__proto__$": true } }, { type: "string" }], unevaluatedProperties: false },
    fits: [{}, JSON.parse('{ "__proto__": 1 }')],
    refused: [{ a: 1 }, JSON.parse('{ "__proto__": 1, "a": 1 }')],
  },
  {
    name: "unevaluated properties of which nothing is asked",
    schema: { unevaluatedProperties: { properties: {} } },
    fits: [{}, { a: 1 }, 1],
    refused: [],
  },
  {
    name: "what the item before evaluated",
    schema: {
      items: {
        anyOf: [{ properties: { a: { type: "integer" } }, required: ["a"] }, { type: "object" }],
        unevaluatedProperties: false,
      },
    },
    fits: [[{ a: 1 }, {}]],
    refused: [[{ a: 1 }, { a: "x" }], [{ a: "x" }]],
  },
  {
    name: "what a condition evaluated that doesn't fit",
    schema: {
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      then: { properties: { b: true } },
      else: { properties: { c: true } },
      unevaluatedProperties: false,
    },
    fits: [{ a: 1, b: 2 }, { c: 1 }, {}],
    refused: [{ a: 2 }, { a: 1, c: 2 }, { b: 1 }],
  },
  {
    name: "a condition in what depends on a property, both of which are closed",
    schema: {
      properties: { a: true },
      dependentSchemas: {
        a: { if: { required: ["a"] }, then: { properties: { a: true, b: true } }, unevaluatedProperties: false },
      },
      unevaluatedProperties: false,
    },
    fits: [{}, { a: 1 }, { a: 1, b: 1 }],
    refused: [{ b: 1 }, { a: 1, c: 1 }],
  },
  {
    name: "a condition alone",
    schema: { if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false },
    fits: [{ a: 1 }, {}],
    refused: [{ a: 2 }, { b: 1 }],
  },
  {
    name: "a condition within a part",
    schema: {
      allOf: [{ if: { properties: { a: { const: 1 } }, required: ["a"] }, else: { properties: { b: true } } }],
      unevaluatedProperties: false,
    },
    fits: [{ a: 1 }, { b: 1 }],
    refused: [{ a: 2 }, { a: 1, b: 1 }],
  },
  {
    name: "a schema that nothing matches, for the items of an empty list",
    schema: { type: "array", items: false, contains: { type: "string" } },
    fits: [],
    refused: [[], ["a"]],
  },
  {
    name: "schemas that nothing matches, for what is absent",
    schema: {
      properties: { a: false },
      patternProperties: { "^x": false },
      additionalProperties: { prefixItems: [false], uniqueItems: true },
      dependentSchemas: { b: false },
      propertyNames: { maxLength: 2 },
      minProperties: 1,
    },
    fits: [{ c: 1 }, { c: [] }],
    refused: [{}, { a: 1 }, { x: 1 }, { b: 1 }, { long: 1 }, { c: [1] }],
  },
  {
    name: "multiples of a decimal",
    schema: { multipleOf: 0.01 },
    fits: [0, 0.07, 0.29, 1.1, 4.35, 19.99, 99.99, -19.99, 1e21, "0.075"],
    refused: [0.075, 0.001, 19.999, 1e-7],
  },
  {
    name: "whole numbers that a double has no digits left for",
    schema: { type: "integer", multipleOf: 1 },
    fits: [1e21, 1e300, -1e22],
    refused: [0.5, 1e-7],
  },
];

describe("the validators are right about", () => {
  test.each(cases)("$name", async ({ schema, fits, refused }) => {
    const { guard, list } = await validatorOf(schema);
    expect(fits.map((value) => [guard(value), list(value)])).toEqual(fits.map(() => [true, []]));
    expect(refused.map((value) => [guard(value), list(value).length > 0])).toEqual(refused.map(() => [false, true]));
  });
});

test("a schema that closes its container calls itself", async () => {
  const schemas = {
    Tree: {
      type: "object",
      properties: { name: { type: "string" }, left: { $ref: "#/components/schemas/Tree", unevaluatedProperties: false } },
    },
  };
  const { guard, list } = await validatorOf({ $ref: "#/components/schemas/Tree" }, schemas);
  expect([guard({ other: 1, left: { name: "a", left: {} } }), guard({ left: { left: { other: 1 } } })]).toEqual([true, false]);
  expect(list({ left: { left: { other: 1 } } })).toMatchObject([
    {
      instancePath: "/left/left",
      keyword: "unevaluatedProperties",
      schemaPath: "#/components/schemas/Tree/properties/left/unevaluatedProperties",
      params: { unevaluatedProperty: "other" },
    },
  ]);
});
