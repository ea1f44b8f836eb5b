import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (schema: string) =>
  diagnosticsOf("impossible-schema", contract({ schemas: `Pet: ${schema}` })).map(({ message }) => message);

test.each([
  ["{ type: integer, minimum: 2, maximum: 1 }", '"minimum" is above "maximum"'],
  ["{ type: string, minLength: 2, maxLength: 1 }", '"minLength" is above "maxLength"'],
  ["{ type: array, minItems: 2, maxItems: 1 }", '"minItems" is above "maxItems"'],
  ["{ type: number, exclusiveMinimum: 1, maximum: 1 }", '"exclusiveMinimum" and "maximum" exclude all numbers'],
  [
    "{ type: [number, integer], exclusiveMinimum: 1, exclusiveMaximum: 1 }",
    '"exclusiveMinimum" and "exclusiveMaximum" exclude all numbers',
  ],
  ["{ type: integer, minimum: 1, exclusiveMaximum: 1 }", '"exclusiveMaximum" and "minimum" exclude all numbers'],
])("%s", (schema, expected) => {
  expect(of(schema)).toEqual([`every value is rejected: ${expected}`]);
});

test.each([
  ["{ minLength: 2, maxLength: 1 }", 'every string is rejected: "minLength" is above "maxLength"'],
  ["{ type: [integer, 'null'], minimum: 2, maximum: 1 }", 'every number is rejected: "minimum" is above "maximum"'],
  ["{ minItems: 2, maxItems: 1 }", 'every array is rejected: "minItems" is above "maxItems"'],
  [
    "{ required: [a], additionalProperties: false }",
    'every object is rejected: the required property "a" is not defined, and `additionalProperties: false` forbids it',
  ],
])("%s leaves values of other types", (schema, expected) => {
  expect(of(schema)).toEqual([expected]);
  expect(severities({ body: pet }, schema)).toEqual(["warning"]);
});

test("a number of items that none is counted for", () => {
  expect(of("{ type: array, minContains: 2, maxContains: 1 }")).toEqual([]);
  expect(of("{ type: array, contains: {}, minContains: 2, maxContains: 1 }")).toEqual([
    'every value is rejected: "minContains" is above "maxContains"',
  ]);
});

test("a required property that is forbidden is marked where it is required", () => {
  expect(
    findings(
      "impossible-schema",
      contract({ schemas: "Pet: { type: object, required: [a, cidrr], properties: { a: {} }, additionalProperties: false }" }),
    ),
  ).toEqual([
    '[cidrr] warning every value is rejected: the required property "cidrr" is not defined, and `additionalProperties: false` forbids it',
  ]);
});

test("equal bounds, and required properties that are matched or allowed, are valid", () => {
  expect(of("{ minimum: 1, maximum: 1, exclusiveMinimum: 0, exclusiveMaximum: 2 }")).toEqual([]);
  expect(of("{ required: [ab], patternProperties: { ^a: {} }, additionalProperties: false }")).toEqual([]);
  expect(of("{ required: [b], properties: { a: {} } }")).toEqual([]);
});

test("values that are all of another type", () => {
  expect(findings("impossible-schema", contract({ schemas: "Pet: { type: string, enum: [1.0, 1.1] }" }))).toEqual([
    '[[1.0, 1.1]] warning every value is rejected: nothing in "enum" is of type string',
  ]);
  expect(of("{ type: [integer, 'null'], const: 1.5 }")).toEqual([
    'every value is rejected: nothing in "const" is of type integer or null',
  ]);
  expect(of("{ type: string, enum: [a, 1], const: a }")).toEqual([]);
});

const operation = (pieces: {
  response?: string;
  body?: string;
  parameter?: string;
  isRequired?: boolean;
  isBodyRequired?: boolean;
}) => `
/pets/{id}:
  post:
    operationId: addPet
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: kind, in: query, required: ${pieces.isRequired ?? false}, schema: ${pieces.parameter ?? "{}"} }
    requestBody: { required: ${pieces.isBodyRequired ?? false}, content: { application/json: { schema: ${pieces.body ?? "{}"} } } }
    responses: { "200": { description: Done., content: { application/json: { schema: ${pieces.response ?? "{}"} } } } }`;
const severities = (pieces: Parameters<typeof operation>[0], schema: string) =>
  diagnosticsOf("impossible-schema", contract({ paths: operation(pieces), schemas: `Pet: ${schema}` })).map(
    ({ severity }) => severity,
  );
const pet = '{ $ref: "#/components/schemas/Pet" }';

test.each(["{ type: integer, const: text }", "{ type: integer, minimum: 2, maximum: 1 }", "{ type: string, enum: [1] }"])(
  "%s is an error only if callers send it",
  (schema) => {
    expect(severities({}, schema)).toEqual(["warning"]);
    expect(severities({ response: pet }, schema)).toEqual(["warning"]);
    expect(severities({ body: `{ properties: { pet: ${pet} } }` }, schema)).toEqual(["error"]);
    expect(severities({ response: pet, body: pet }, schema)).toEqual(["error"]);
    expect(severities({ parameter: pet, isRequired: true }, schema)).toEqual(["error"]);
  },
);

test("an empty list of values is an error only where every request needs one", () => {
  const severity = (pieces: Parameters<typeof operation>[0]) => severities(pieces, "{ enum: [] }");
  expect(severity({ parameter: pet })).toEqual(["warning"]);
  expect(severity({ parameter: pet, isRequired: true })).toEqual(["error"]);
  expect(severity({ response: pet })).toEqual(["warning"]);
  // A request without an optional body is valid.
  expect(severity({ body: pet })).toEqual(["warning"]);
  expect(severity({ body: pet, isBodyRequired: true })).toEqual(["error"]);
  expect(severity({ body: `{ properties: { pet: ${pet} } }`, isBodyRequired: true })).toEqual(["warning"]);
  expect(severity({ body: `{ properties: { pet: ${pet} }, required: [pet] }`, isBodyRequired: true })).toEqual(["error"]);
  expect(severity({ body: `{ allOf: [${pet}] }`, isBodyRequired: true })).toEqual(["error"]);
  expect(severity({ body: `{ anyOf: [${pet}, {}] }`, isBodyRequired: true })).toEqual(["warning"]);
  expect(severities({ parameter: pet }, "{ type: integer, minimum: 2, maximum: 1 }")).toEqual(["error"]);
});
