import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";
import { createSchemaEvaluator } from "../../../../generator/json-schema/interpreter.js";
import { describeObject } from "../../../../generator/tools/site/schema/describe-object.js";
import { rebuildSchema } from "./rebuild-schema.js";
import { Incomplete } from "./read-words.js";

const names = ["a", "b", "c"] as const;
const name = fc.constantFrom(...names);
const small = fc.integer({ min: 0, max: 3 });
const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>("", "a", "ab", "abcd", "x-1", 0, 1, 2.5, 4, true, false, null);

/** Values that reach most keywords: of a few names, texts and numbers. */
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.dictionary(fc.constantFrom(...names, "x-1", "other"), tie("value"), { maxKeys: 4 }) as fc.Arbitrary<JsonValue>,
    fc.array(tie("value"), { maxLength: 3 }) as fc.Arbitrary<JsonValue>,
  ),
}));

/** Keywords of which each may be there. */
function some(keywords: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> {
  return fc.record(keywords, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

const pattern = fc.constantFrom("^a", "b$", "^x-");
const nonEmpty = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: String });

const ofStrings = some({ minLength: small, maxLength: small, pattern, enum: fc.constantFrom(["a", "ab"], ["abcd"]) });
const ofNumbers = some({
  minimum: small,
  maximum: small,
  exclusiveMinimum: small,
  exclusiveMaximum: small,
  multipleOf: fc.constantFrom(0.5, 2),
});

/** Rarely more than one keyword of a group, so that examples stay readable. */
const { schema, object } = fc.letrec<{ schema: JsonValue; object: JsonObject; list: JsonObject }>((tie) => {
  const inner = tie("schema");
  const map = (key: fc.Arbitrary<string>, of: fc.Arbitrary<JsonValue>) =>
    fc.dictionary(key, of, { minKeys: 1, maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
  const presence = some({ required: nonEmpty(name), minProperties: small });
  const lists = some({
    items: inner,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    contains: inner,
    minContains: small,
    maxContains: small,
    prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }) as fc.Arbitrary<JsonValue>,
  });
  const relations = fc.oneof(
    map(name, nonEmpty(name)).map((dependentRequired): JsonObject => ({ dependentRequired })),
    map(name, some({ required: nonEmpty(name), properties: map(name, inner) })).map((dependentSchemas): JsonObject => ({
      dependentSchemas,
    })),
    fc
      .record({
        if: some({ required: nonEmpty(name), properties: map(name, inner) }),
        then: presence,
        else: presence,
      })
      .map((all): JsonObject => all as JsonObject),
    fc.array(fc.record({ required: nonEmpty(name) }), { minLength: 2, maxLength: 2 }).map((oneOf): JsonObject => ({ oneOf })),
    fc.array(fc.record({ required: nonEmpty(name) }), { minLength: 2, maxLength: 2 }).map((anyOf): JsonObject => ({ anyOf })),
    fc.record({ required: nonEmpty(name) }).map((not): JsonObject => ({ not })),
    fc.constant<JsonObject>({}),
  );
  const fields = some({
    properties: map(name, fc.oneof({ weight: 8, arbitrary: inner }, { weight: 1, arbitrary: fc.constant(false) })),
    patternProperties: map(pattern, inner),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    required: nonEmpty(name),
    minProperties: small,
    maxProperties: small,
    propertyNames: fc.record({ pattern }),
  });
  const typed = (type: JsonValue, rules: fc.Arbitrary<JsonObject>) =>
    rules.map((keywords): JsonObject => ({ type, ...keywords }));
  const branches = fc.array(inner, { minLength: 1, maxLength: 3 });
  return {
    object: fc.tuple(fields, relations).map(([one, other]): JsonObject => ({ type: "object", ...one, ...other })),
    list: typed("array", lists),
    schema: fc.oneof(
      { maxDepth: 3 },
      typed("string", ofStrings),
      typed("integer", ofNumbers),
      typed("number", ofNumbers),
      fc.constantFrom<JsonObject>(
        { type: "boolean" },
        {},
        { const: "a" },
        { enum: ["a", 1, null] },
        { type: ["string", "null"] },
      ),
      typed(["array", "null"], lists),
      tie("object"),
      tie("list"),
      branches.map((oneOf): JsonObject => ({ oneOf })),
      branches.map((anyOf): JsonObject => ({ anyOf })),
      branches.map((allOf): JsonObject => ({ allOf })),
      inner.map((not): JsonObject => ({ not })),
    ) as fc.Arbitrary<JsonValue>,
  };
});

const evaluate = createSchemaEvaluator(new Map(), { steps: 20_000, stepsInAll: 100_000_000, errors: 1 });

function isValid(of: JsonValue, one: JsonValue): boolean | "unknown" {
  return evaluate(of, one).isValid;
}

let told = 0;

test(
  "the words of a page accept the values that the schema accepts, or the page says that there is more",
  { timeout: 120_000 },
  () => {
    const choice = fc.array(object, { minLength: 2, maxLength: 3 });
    const choices = fc.oneof(
      choice.map((oneOf): JsonObject => ({ oneOf })),
      choice.map((anyOf): JsonObject => ({ anyOf })),
    );
    const field = schema.map((one): JsonObject => ({ type: "object", properties: { a: one }, additionalProperties: false }));
    fc.assert(
      fc.property(
        fc.oneof(field, field, object, choices),
        fc.array(value, { minLength: 30, maxLength: 30 }),
        (original, values) => {
          const shape = describeObject(original, new Map(), 60);
          let rebuilt: JsonValue;
          try {
            rebuilt = rebuildSchema(shape);
          } catch (problem) {
            if (problem instanceof Incomplete) return;
            throw problem;
          }
          told++;
          // The body is an object: the page describes no other value of it.
          const bodies = values.map((one) => (typeof one === "object" && one !== null && !Array.isArray(one) ? one : { a: one }));
          const wrong = bodies.filter((one) => isValid(original, one) !== isValid(rebuilt, one));
          expect(wrong, JSON.stringify({ shape, rebuilt })).toEqual([]);
        },
      ),
      { numRuns: 800 },
    );
    expect(told).toBeGreaterThan(500);
  },
);
