import { expect, test } from "vitest";
import { contract, diagnosticsOf } from "./lint-text.js";

const of = (schema: string) =>
  diagnosticsOf("keyword-value", contract({ schemas: `Pet: ${schema}` })).map(({ message }) => message);

test.each([
  [
    "{ minLength: -1, maxItems: 1.5 }",
    ['"minLength" must be a whole number, 0 or above', '"maxItems" must be a whole number, 0 or above'],
  ],
  ["{ multipleOf: 0 }", ['"multipleOf" must be a number above 0']],
  ["{ minimum: '1' }", ['"minimum" must be a number']],
  ["{ required: true }", ['"required" must be a list of names']],
  ["{ required: [1] }", ['"required" must be a list of names']],
  ["{ dependentRequired: { a: b } }", ['"dependentRequired" must be a map of lists of names']],
  ["{ enum: [] }", []],
  ["{ enum: a }", ['"enum" must be a list of values']],
  ["{ exclusiveMinimum: text }", ['"exclusiveMinimum" must be a number']],
  ["{ pattern: { $data: 1/a } }", ['"pattern" must be a string']],
  ["{ writeOnly: 'true' }", ['"writeOnly" must be true or false']],
  [
    "{ type: file }",
    ['"type" must be one of array, boolean, integer, null, number, object, string, or a list of different ones'],
  ],
  ["{ type: [] }", ['"type" must be one of array, boolean, integer, null, number, object, string, or a list of different ones']],
  [
    "{ type: [string, string] }",
    ['"type" must be one of array, boolean, integer, null, number, object, string, or a list of different ones'],
  ],
])("%s", (schema, expected) => {
  expect(of(schema)).toEqual(expected);
});

test.each([
  ["int", "Did you mean `type: integer`?"],
  ["String", "Did you mean `type: string`?"],
  ["nubmer", "Did you mean `type: number`?"],
  ["date", "Did you mean `type: string, format: date`?"],
  ["pet", undefined],
])("a hint for the type that %s means", (type, hint) => {
  expect(diagnosticsOf("keyword-value", contract({ schemas: `Pet: { type: ${type} }` }))).toMatchObject([
    hint === undefined ? {} : { hint },
  ]);
});

test.each([
  ["{ required: true }", "Remove it, and list the property's name in `required` of the object."],
  ["{ required: false }", "Remove it: properties that `required` of the object doesn't list are optional."],
  ["{ required: name }", 'Write a list: ["name"]'],
  ["{ enum: a }", 'Write a list: ["a"]'],
  ["{ minimum: '-1' }", "Remove the quotes: -1"],
  ["{ maxLength: '10' }", "Remove the quotes: 10"],
  ["{ uniqueItems: 'true' }", "Remove the quotes: true"],
  ["{ minimum: one }", undefined],
  ["{ minLength: '-1' }", undefined],
  ["{ pattern: 1 }", undefined],
])("a hint for what %s means", (schema, hint) => {
  expect(diagnosticsOf("keyword-value", contract({ schemas: `Pet: ${schema}` }))[0]?.hint).toBe(hint);
});

test("the value is marked, in its own file", () => {
  const files = {
    "openapi.yaml": contract({ schemas: "Pet: { $ref: ./parts/pet.yaml }" }),
    "parts/pet.yaml": "type: string\nmaxLength: long\n",
  };
  expect(diagnosticsOf("keyword-value", files)).toMatchObject([
    { location: { path: "parts/pet.yaml", line: 2, column: 12 }, message: '"maxLength" must be a whole number, 0 or above' },
  ]);
});

test("valid values, and anything in data, are accepted", () => {
  expect(
    of(
      "{ type: [string, 'null'], maxLength: 0, required: [a, a], enum: [a], default: { required: true }, const: { type: file } }",
    ),
  ).toEqual([]);
});
