import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { createSchemaEvaluator } from "../../../generator/json-schema/interpreter.js";
import { lowerSchema } from "../../../generator/emit/mcp/lower-schema.js";
import { portableSchema } from "../../../generator/emit/mcp/portable-schema.js";
import { value } from "../../json-schema/containment/arbitraries.js";
import { components, schema } from "../../robustness/arbitrary-schema.js";
import { providerRules } from "./provider-rules.js";

const schemas = new Map(Object.entries(components));
const evaluate = createSchemaEvaluator(schemas, { steps: 100_000, stepsInAll: Infinity, errors: 0 });
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, ownProperties: true });
const values = fc.array(value, { minLength: 12, maxLength: 12 });

/** A schema as the argument of a tool has it. */
const portable = (given: JsonValue) => portableSchema(lowerSchema(given, { schemas })) as JsonObject;

test("whatever a schema is, providers accept it, and it accepts what the contract accepts", () => {
  let accepted = 0;
  fc.assert(
    fc.property(schema, values, (given, all) => {
      const argument = portable(given);
      const inputSchema = { type: "object", properties: { body: argument } };
      const tool = {
        name: "a",
        title: "",
        description: "",
        inputSchema,
        annotations: { title: "", openWorldHint: false as const },
      };
      const found = Object.entries(providerRules).flatMap(([rule, check]) => check(tool).map((one) => `${rule}: ${one}`));
      expect(
        found.filter((one) => !isFalse(one)),
        JSON.stringify(argument),
      ).toEqual([]);
      const accepts = ajv.compile(argument);
      const valid = all.filter((one) => evaluate(given, one, undefined).isValid === true);
      accepted += valid.length;
      expect(
        valid.filter((one) => !accepts(one)),
        JSON.stringify(argument),
      ).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
  // Otherwise nothing was compared.
  expect(accepted).toBeGreaterThan(1_500);
});

/** A schema that accepts nothing has no other form. */
function isFalse(problem: string): boolean {
  return problem === "OpenAI: no oneOf and allOf below the top: not";
}

test.each<readonly [JsonObject, JsonObject]>([
  [
    { type: ["string", "null"], maxLength: 3, description: "A name." },
    { anyOf: [{ type: "string", maxLength: 3, description: "A name." }, { type: "null" }] },
  ],
  [{ type: "array" }, { type: "array", items: {} }],
  [
    { type: "integer", enum: [60, 1440], description: "Minutes." },
    { type: "integer", description: "Minutes. One of 60, 1440." },
  ],
  [{ enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
  [{ enum: ["a", null] }, { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] }],
  [
    { type: "string", enum: ["", "a"] },
    { type: "string", description: 'One of "", "a".' },
  ],
  [
    { type: "string", description: "It.", anyOf: [{ maxLength: 3 }, { pattern: "^a" }] },
    {
      anyOf: [
        { type: "string", maxLength: 3, description: "It." },
        { type: "string", pattern: "^a" },
      ],
    },
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      description: "A target.",
    },
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      description: "A target. Use one of these forms: a; b.",
    },
  ],
  [
    {
      type: "object",
      properties: { name: { type: "string" } },
      anyOf: [
        { properties: { kind: { const: "a" } }, anyOf: [{ required: ["x"] }, { required: ["y"] }] },
        { properties: { kind: { const: "b" } } },
      ],
    },
    {
      type: "object",
      properties: {
        name: { type: "string" },
        kind: {
          anyOf: [
            { type: "string", enum: ["a"] },
            { type: "string", enum: ["b"] },
          ],
        },
      },
      description:
        'Use one of these forms: x and optionally kind and where kind "a"; y and optionally kind and where kind "a"; optionally kind and where kind "b".',
    },
  ],
  [
    { anyOf: [{ type: "object", properties: { a: { type: ["integer", "null"] } } }, { type: "null" }] },
    {
      anyOf: [{ type: "object", properties: { a: { anyOf: [{ type: "integer" }, { type: "null" }] } } }, { type: "null" }],
    },
  ],
])("%j is portable as %j", (given, expected) => expect(portable(given)).toEqual(expected));
