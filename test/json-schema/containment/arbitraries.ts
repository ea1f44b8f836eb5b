import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";

/** Components that random schemas refer to; one of them refers to itself. */
export const components: JsonObject = {
  Name: { type: "string", minLength: 1, maxLength: 3, pattern: "^[a-c]" },
  Tree: {
    type: "object",
    properties: { kind: { enum: ["a", "b", null, 1] }, child: { $ref: "#/components/schemas/Tree" } },
    additionalProperties: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
  },
  Pet: {
    oneOf: [
      {
        type: "object",
        properties: { kind: { const: "a" }, b: { type: "integer" } },
        required: ["kind"],
        additionalProperties: false,
      },
      {
        type: "object",
        properties: { kind: { const: "b" }, a: { type: "string" } },
        required: ["kind"],
        additionalProperties: false,
      },
    ],
  },
};

const name = fc.constantFrom("kind", "a", "b", "child");
const scalar = fc.constantFrom<JsonValue>(
  "a",
  "b",
  "ab",
  "abcd",
  "",
  "é",
  "😀",
  "2024-02-29",
  0,
  1,
  2,
  3,
  1.5,
  -1,
  4,
  12,
  null,
  true,
  false,
);

/** Random values out of few names and scalars, so that random schemas accept many of them. */
export const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    { weight: 4, arbitrary: fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }) },
  ),
})).value;

const count = fc.nat({ max: 3 });
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3);
const types = fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array");
const pattern = fc.constantFrom("^a", "b$", "^[a-c]*$", "(?i)a", "^.$");

function keywords(arbitraries: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  return fc.record(arbitraries, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
}

/** Random schemas of every keyword that contracts may use. */
export const schema = fc.letrec<{ schema: JsonValue; map: JsonObject; list: JsonValue[]; object: JsonObject }>((tie) => ({
  map: fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<JsonObject>,
  list: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
  object: keywords({
    type: fc.constant("object"),
    properties: tie("map"),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, tie("schema")),
  }),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(components)).map((key) => ({ $ref: `#/components/schemas/${key}` })) },
    { weight: 4, arbitrary: keywords({ type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })) }) },
    { weight: 3, arbitrary: keywords({ enum: fc.array(value, { minLength: 1, maxLength: 4 }) }) },
    { weight: 2, arbitrary: keywords({ const: value }) },
    {
      weight: 2,
      arbitrary: keywords({
        type: fc.constantFrom("number", "integer"),
        minimum: number,
        maximum: number,
        exclusiveMinimum: number,
        exclusiveMaximum: number,
        multipleOf: fc.constantFrom(0.1, 0.3, 0.5, 1, 2, 4),
        format: fc.constantFrom("int32", "int64"),
      }),
    },
    {
      weight: 2,
      arbitrary: keywords({
        type: fc.constant("string"),
        minLength: count,
        maxLength: count,
        "x-max-utf8-bytes": count,
        pattern,
        format: fc.constantFrom("date", "uuid", "unheard", "password"),
      }),
    },
    {
      weight: 2,
      arbitrary: keywords({
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
        prefixItems: tie("list"),
        items: tie("schema"),
      }),
    },
    { weight: 1, arbitrary: keywords({ contains: tie("schema"), minContains: count, maxContains: count }) },
    { weight: 6, arbitrary: tie("object") },
    {
      weight: 2,
      arbitrary: keywords({
        minProperties: count,
        maxProperties: count,
        propertyNames: tie("schema"),
        patternProperties: fc.dictionary(pattern, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: tie("schema"),
      }),
    },
    {
      weight: 1,
      arbitrary: keywords({
        dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
        dependentSchemas: tie("map"),
      }),
    },
    { weight: 4, arbitrary: keywords({ allOf: tie("list") }) },
    { weight: 3, arbitrary: keywords({ anyOf: tie("list") }) },
    { weight: 3, arbitrary: keywords({ oneOf: tie("list") }) },
    { weight: 2, arbitrary: keywords({ not: tie("schema"), type: types }) },
    { weight: 1, arbitrary: keywords({ if: tie("schema"), then: tie("schema"), else: tie("schema") }) },
    {
      weight: 2,
      arbitrary: keywords({
        allOf: tie("list"),
        anyOf: tie("list"),
        properties: tie("map"),
        unevaluatedProperties: tie("schema"),
      }),
    },
  ),
})).schema;
