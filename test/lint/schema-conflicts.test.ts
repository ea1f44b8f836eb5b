import fc from "fast-check";
import { expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { createInstanceEvaluator } from "../../generator/json-schema/interpreter.js";
import { createMeanings } from "../../generator/json-schema/containment/meaning.js";
import { createProver } from "../../generator/json-schema/containment/prover.js";
import { createConflictFinder } from "../../generator/json-schema/containment/satisfiable.js";
import { createView } from "../../generator/json-schema/containment/view.js";
import { components, schema, value } from "../json-schema/containment/arbitraries.js";
import { contract, diagnosticsOf } from "./lint-text.js";

const shared = `
Name: { type: string, minLength: 5 }
Alias: { $ref: "#/components/schemas/Name" }
Tree: { type: object, required: [children], properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } } } }
Never: { not: {} }
A: { type: object, required: [b], properties: { b: { $ref: "#/components/schemas/B" } } }
B: { type: object, required: [a], properties: { a: { $ref: "#/components/schemas/A" } } }`;

/** The diagnostics for a body with this schema. */
const of = (body: string) => {
  const text = contract({ actions: `restart: { summary: Restart., body: ${body} }`, schemas: shared });
  return diagnosticsOf("impossible-schema", text).map(({ severity, message }) => `${severity} ${message.split(": ")[1]}`);
};
const ref = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const inside = (part: string) => `{ type: object, required: [x], properties: { x: ${part} } }`;

const excluded = "warning the schemas that apply to it exclude each other";
const twice = "warning every value that matches an alternative of `oneOf` matches another one, too";
const endless = "warning it requires itself, without an end";
const needs = (name: string) => `warning no value is valid for the required property "${name}"`;

test.each([
  [`{ oneOf: [${ref("Name")}, ${ref("Name")}] }`, twice],
  [`{ oneOf: [${ref("Name")}, ${ref("Alias")}] }`, twice],
  ["{ oneOf: [{ type: object }, { type: object, description: x }] }", twice],
  [`{ oneOf: [${ref("Name")}, { allOf: [${ref("Alias")}] }] }`, twice],
  ["{ allOf: [{ type: string }, { type: integer }] }", excluded],
  ["{ type: object, required: [a], dependentRequired: { a: [b] }, maxProperties: 9, properties: { b: false } }", needs("b")],
  [
    "{ type: object, required: [a], dependentSchemas: { a: false } }",
    'warning no value is valid for an object with the property "a"',
  ],
  [
    "{ type: object, required: [a], dependentSchemas: { a: { type: object, required: [b], properties: { b: false } } } }",
    needs("b"),
  ],
  ["{ type: object, required: [abc], propertyNames: { maxLength: 2 } }", excluded],
  ["{ allOf: [{ enum: [a, b] }, { enum: [c] }] }", excluded],
  ["{ allOf: [{ const: 1 }, { type: integer, minimum: 2 }] }", excluded],
  ["{ type: number, allOf: [{ minimum: 5 }, { exclusiveMaximum: 5 }] }", excluded],
  ["{ type: integer, minimum: 1, maximum: 9, multipleOf: 10 }", excluded],
  [`{ allOf: [${ref("Name")}, { maxLength: 4 }] }`, excluded],
  ["{ type: array, minItems: 2, allOf: [{ maxItems: 1 }] }", excluded],
  ["{ type: string, not: { type: string } }", "warning `not` excludes what the schema allows"],
  ["{ type: object, required: [a], properties: { a: { not: {} } } }", needs("a")],
  ["{ type: object, required: [a], properties: { a: false } }", needs("a")],
  [`{ type: object, required: [a], properties: { a: ${ref("Never")} } }`, needs("a")],
  ["{ allOf: [{ required: [a] }, { type: object, properties: { a: false } }] }", needs("a")],
  [
    "{ type: object, required: [a], allOf: [{ properties: { a: { type: string } } }, { properties: { a: { type: 'null' } } }] }",
    needs("a"),
  ],
  ["{ type: array, minItems: 1, items: { not: {} } }", "warning no value is valid for its items"],
  ["{ type: object, minProperties: 1, additionalProperties: false }", "warning no value is valid for its other properties"],
  [`{ type: object, minProperties: 1, additionalProperties: ${ref("A")} }`, endless],
  [ref("A"), endless],
  [`{ oneOf: [${ref("A")}, ${ref("B")}] }`, endless],
])("%s", (body, expected) => {
  expect(of(body)).toEqual([expected]);
  expect(of(inside(body))).toEqual([expected]);
  expect(of(inside(`{ type: array, minItems: 1, items: ${body} }`))).toEqual([expected]);
});

test.each([
  ref("Tree"),
  `{ oneOf: [${ref("Name")}, { type: string, maxLength: 8 }] }`,
  "{ oneOf: [{ type: object }, { type: object, required: [a] }] }",
  "{ type: object, properties: { a: false, b: { not: {} } } }",
  `{ type: object, properties: { a: ${ref("Never")} } }`,
  "{ type: array, items: { not: {} } }",
  "{ type: object, additionalProperties: { not: {} } }",
  "{ type: object, required: [a], properties: { a: { readOnly: true, not: {} } } }",
  "{ type: object, if: { required: [a] }, then: { properties: { b: false } }, else: { not: { type: string } } }",
  "{ type: number, allOf: [{ minimum: 5 }, { maximum: 5 }] }",
  "{ anyOf: [{ type: string }, { not: {} }] }",
  "{ type: object, required: [b], dependentSchemas: { a: false }, dependentRequired: { a: [c] }, propertyNames: { minLength: 1 } }",
])("no false alarm: %s", (body) => {
  expect(of(body)).toEqual([]);
});

test("each cause is reported once, also in properties that requests can leave out", () => {
  const optional = `{ type: object, properties: { x: { oneOf: [${ref("Name")}, ${ref("Alias")}] }, y: { allOf: [${ref("A")}] } } }`;
  expect(of(optional).sort()).toEqual([endless, twice].sort());
});

/** Requires properties, nests and joins schemas so that many accept nothing. */
const joined: fc.Arbitrary<JsonObject> = fc
  .tuple(schema, schema, fc.constantFrom("allOf", "oneOf", "required", "items"))
  .map(([one, other, how]) =>
    how === "required"
      ? { type: "object", required: ["a", "b"], properties: { a: one, b: other } }
      : how === "items"
        ? { type: "array", minItems: 1, prefixItems: [one], items: other }
        : { [how]: [one, other] },
  );

test("nothing that is said to be impossible is valid", () => {
  const evaluate = createInstanceEvaluator(
    { components: { schemas: components } },
    { steps: 100_000, stepsInAll: Infinity, errors: 1 },
  );
  let rejected = 0;
  fc.assert(
    fc.property(joined, fc.array(value, { minLength: 20, maxLength: 20 }), (one, values) => {
      const meaning = createMeanings(components, components).before;
      const view = createView(components, meaning, "request").strict;
      if (!createConflictFinder(createProver()).conflictOf(view.node([one]))) return;
      rejected += 1;
      const wrapped = values.flatMap((item): JsonValue[] => [item, [item], { a: item, b: item }]);
      for (const item of [...wrapped, ...constantsIn(one)]) expect(evaluate(one, item, "request").isValid).not.toBe(true);
    }),
    { numRuns: 400 },
  );
  expect(rejected).toBeGreaterThan(5);
});

/** The values that a schema mentions. */
function constantsIn(part: JsonValue): JsonValue[] {
  if (Array.isArray(part)) return [...part, ...part.flatMap(constantsIn)];
  return isObject(part) ? Object.values(part).flatMap((item) => [item, ...constantsIn(item)]) : [];
}
