import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (schema: string) =>
  diagnosticsOf("impossible-schema", contract({ schemas: `Pet: ${schema}` })).map(({ message }) => message);

test.each([
  ["{ minimum: 2, maximum: 1 }", '"minimum" is above "maximum"'],
  ["{ minLength: 2, maxLength: 1 }", '"minLength" is above "maxLength"'],
  ["{ minItems: 2, maxItems: 1 }", '"minItems" is above "maxItems"'],
  ["{ exclusiveMinimum: 1, maximum: 1 }", '"exclusiveMinimum" and "maximum" leave no number'],
  ["{ exclusiveMinimum: 1, exclusiveMaximum: 1 }", '"exclusiveMinimum" and "exclusiveMaximum" leave no number'],
  ["{ minimum: 1, exclusiveMaximum: 1 }", '"exclusiveMaximum" and "minimum" leave no number'],
])("%s", (schema, expected) => {
  expect(of(schema)).toEqual([`no value can be valid: ${expected}`]);
});

test("a required property that is forbidden is marked where it is required", () => {
  expect(
    findings(
      "impossible-schema",
      contract({ schemas: "Pet: { required: [a, cidrr], properties: { a: {} }, additionalProperties: false }" }),
    ),
  ).toEqual([
    '[cidrr] error no value can be valid: the required property "cidrr" is not defined, and `additionalProperties: false` forbids it',
  ]);
});

test("bounds that meet, required properties that are matched or allowed, are fine", () => {
  expect(of("{ minimum: 1, maximum: 1, exclusiveMinimum: 0, exclusiveMaximum: 2 }")).toEqual([]);
  expect(of("{ required: [ab], patternProperties: { ^a: {} }, additionalProperties: false }")).toEqual([]);
  expect(of("{ required: [b], properties: { a: {} } }")).toEqual([]);
});

test("values of which none is of the type", () => {
  expect(findings("impossible-schema", contract({ schemas: "Pet: { type: string, enum: [1.0, 1.1] }" }))).toEqual([
    '[[1.0, 1.1]] error no value can be valid: nothing in "enum" is of type string',
  ]);
  expect(of("{ type: [integer, 'null'], const: 1.5 }")).toEqual([
    'no value can be valid: nothing in "const" is of type integer or null',
  ]);
  expect(of("{ type: string, enum: [a, 1], const: a }")).toEqual([]);
});
