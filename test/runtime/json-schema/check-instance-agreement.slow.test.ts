import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createInstanceCheck } from "../../../generator/json-schema/interpreter.js";
import { patternFlags } from "../../../generator/json-schema/pattern/match-pattern.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { formats } from "../../../templates/runtime/formats.js";

const schemas: JsonObject = {
  Name: { type: "string", minLength: 1, maxLength: 3, pattern: "^[a-c]" },
  Tree: {
    type: "object",
    properties: { kind: { enum: ["a", "b", null, 1] }, child: { $ref: "#/components/schemas/Tree" } },
    additionalProperties: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
  },
  Open: { properties: { a: { type: ["integer", "string"] } } },
};

const name = fc.constantFrom("kind", "a", "b", "child", "constructor", "toString", "length");
const scalar = fc.constantFrom<JsonValue>(
  "a",
  "b",
  "ab",
  "abcd",
  "",
  "é",
  "😀",
  "2024-02-29",
  "0.1",
  0,
  1,
  2,
  3,
  1.5,
  0.1,
  0.3,
  -1,
  2 ** 31,
  1e21,
  1e300,
  null,
  true,
  false,
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 4 }) },
    { weight: 3, arbitrary: fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }) },
  ),
}));

const count = fc.nat({ max: 3 });
const number = fc.constantFrom(-1, 0, 0.1, 0.5, 1, 2, 3, 1e21);
const types = fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array");
const pattern = fc.constantFrom("^a", "b$", "^[a-c]*$", "\\-", "(?i)a", "^.$", "c");
/** One keyword of a kind, or several. */
const { schema } = fc.letrec<{ schema: JsonValue; map: JsonObject; list: JsonValue[] }>((tie) => ({
  map: fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<JsonObject>,
  list: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 1, arbitrary: fc.boolean() },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...Object.keys(schemas)).map((component) => ({ $ref: `#/components/schemas/${component}` })),
    },
    { weight: 4, arbitrary: keywords({ type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })) }) },
    { weight: 2, arbitrary: keywords({ enum: fc.array(value, { minLength: 1, maxLength: 4 }), const: value }) },
    {
      weight: 2,
      arbitrary: keywords({
        minimum: number,
        maximum: number,
        exclusiveMinimum: number,
        exclusiveMaximum: number,
      }),
    },
    {
      weight: 2,
      arbitrary: keywords({
        minLength: count,
        maxLength: count,
        "x-max-utf8-bytes": count,
        pattern,
        format: fc.constantFrom("date", "int32", "uuid", "unheard"),
      }),
    },
    {
      weight: 3,
      arbitrary: keywords({
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
        prefixItems: tie("list"),
        items: tie("schema"),
      }),
    },
    { weight: 2, arbitrary: keywords({ contains: tie("schema"), minContains: count, maxContains: count }) },
    {
      weight: 5,
      arbitrary: keywords({
        properties: tie("map"),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: tie("schema"),
        type: fc.constant("object"),
      }),
    },
    {
      weight: 3,
      arbitrary: keywords({
        minProperties: count,
        maxProperties: count,
        propertyNames: tie("schema"),
        patternProperties: fc.dictionary(pattern, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
      }),
    },
    {
      weight: 2,
      arbitrary: keywords({
        dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
        dependentSchemas: tie("map"),
      }),
    },
    { weight: 4, arbitrary: keywords({ allOf: tie("list"), anyOf: tie("list"), oneOf: tie("list"), not: tie("schema") }) },
    { weight: 2, arbitrary: keywords({ if: tie("schema"), then: tie("schema"), else: tie("schema") }) },
    {
      weight: 3,
      arbitrary: keywords({
        allOf: tie("list"),
        anyOf: tie("list"),
        properties: tie("map"),
        dependentSchemas: tie("map"),
        unevaluatedProperties: tie("schema"),
      }),
    },
    {
      weight: 2,
      arbitrary: keywords({ allOf: tie("list"), anyOf: tie("list"), prefixItems: tie("list"), unevaluatedItems: tie("schema") }),
    },
  ),
}));

function keywords(arbitraries: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  return fc.record(arbitraries, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
}

const document: JsonObject = { components: { schemas } };

/** Ajv's verdict; absent where its code throws: at properties called `toString`, and at variables that it never declared. */
function withAjv(candidate: JsonValue): (value: unknown) => boolean | undefined {
  const regExp = Object.assign((source: string) => new RegExp(source, patternFlags(source).flags), { code: "new RegExp" });
  const ajv = new Ajv2020.default({
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
    code: { regExp },
  });
  for (const [format, definition] of Object.entries(formats)) ajv.addFormat(format, definition as never);
  ajv.addKeyword({
    keyword: "x-max-utf8-bytes",
    type: "string",
    validate: (limit: number, text: string) => Buffer.byteLength(text) <= limit,
  });
  ajv.addSchema({ $id: "https://contract.test/", components: { schemas } });
  const absolute = JSON.stringify(candidate).replaceAll('"#/', '"https://contract.test/#/');
  const validate = ajv.compile(withoutForeignPatterns(JSON.parse(absolute) as JsonValue) as never);
  return (value) => {
    try {
      return validate(value);
    } catch {
      return undefined;
    }
  };
}

/** Ajv throws at patterns that no ECMAScript engine takes; validators leave them out. */
function withoutForeignPatterns(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutForeignPatterns);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, item]) => key !== "(?i)a" && item !== "(?i)a");
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutForeignPatterns(item)]));
}

/** Ajv misjudges these: what is evaluated under a condition or by `contains`, and properties named as members of objects. */
function isBeyondAjv(candidate: JsonValue): boolean {
  const text = JSON.stringify(candidate);
  return text.includes('"unevaluated') && /"(if|contains|constructor|toString)"/.test(text);
}

test("the verdict is that of Ajv for any schema and value, and rejections have a location and a reason", () => {
  const check = createInstanceCheck(document);
  let [judged, refused] = [0, 0];
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 6, maxLength: 6 }), (candidate, values) => {
      fc.pre(!isBeyondAjv(candidate));
      const expected = withAjv(candidate);
      for (const part of values) {
        const [verdict, errors] = [expected(part), check(candidate, part)];
        if (verdict === undefined) continue;
        expect(errors.length === 0, JSON.stringify([candidate, part, errors])).toBe(verdict);
        judged++;
        if (errors.length > 0) refused++;
        for (const { pointer, message } of errors) {
          expect(message).not.toBe("");
          expect(leadsSomewhere(part, pointer), pointer).toBe(true);
        }
      }
    }),
    { numRuns: 2_000, seed: 1 },
  );
  // Without values of both kinds the test would show nothing.
  expect(refused / judged).toBeGreaterThan(0.2);
  expect(refused / judged).toBeLessThan(0.8);
});

function leadsSomewhere(value: JsonValue, pointer: string): boolean {
  let current: JsonValue | undefined = value;
  for (const key of pointer.split("/").slice(1)) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return false;
    current = (current as JsonObject)[key];
  }
  return true;
}
