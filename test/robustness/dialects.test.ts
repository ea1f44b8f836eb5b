import Ajv from "ajv";
import Ajv2019 from "ajv/dist/2019.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { randomInputs, seed } from "./budget.js";
import { judgesOf } from "./validators-in-memory.js";

const options = { strict: false, ownProperties: true, logger: false } as const;

const dialects = [
  {
    uri: "http://json-schema.org/draft-07/schema#",
    // It has an option for what the draft says of keywords next to $ref.
    compile: (schema: JsonObject) => new Ajv.default({ ...options, ignoreKeywordsWithRef: true } as never).compile(schema),
  },
  {
    uri: "https://json-schema.org/draft/2019-09/schema",
    compile: (schema: JsonObject) => new Ajv2019.default(options).compile(schema),
  },
];

/** Keywords whose meaning depends on the dialect, and some that combine them. */
const schema = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => {
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
  const names = fc.constantFrom("a", "b");
  const of = (...keywords: string[]) =>
    keywords.map((keyword) => tie("schema").map((below): JsonObject => ({ [keyword]: below })));
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      { weight: 1, arbitrary: fc.boolean() },
      {
        weight: 3,
        arbitrary: fc.constantFrom<JsonValue>({ type: "string" }, { type: "integer" }, { const: 1 }, { required: ["a"] }),
      },
      { weight: 5, arbitrary: tie("object") },
    ),
    object: fc.oneof(
      fc.tuple(list, fc.option(tie("schema"))).map(([items, rest]): JsonObject => ({
        items,
        ...(rest !== null && { additionalItems: rest }),
      })),
      ...of("items", "not", "contains", "additionalProperties", "additionalItems"),
      fc.tuple(names, tie("schema")).map(([name, below]): JsonObject => ({ properties: { [name]: below } })),
      fc.tuple(names, tie("schema")).map(([name, below]): JsonObject => ({ dependencies: { [name]: below } })),
      fc.tuple(names, names).map(([name, other]): JsonObject => ({ dependencies: { [name]: [other] } })),
      fc.tuple(names, names).map(([name, other]): JsonObject => ({ dependentRequired: { [name]: [other] } })),
      list.map((prefixItems): JsonObject => ({ prefixItems })),
      list.map((anyOf): JsonObject => ({ anyOf })),
      fc.tuple(tie("schema"), tie("schema")).map(([condition, then]): JsonObject => ({ if: condition, then })),
      tie("object").map((beside): JsonObject => ({ ...beside, $ref: "#/definitions/part" })),
      tie("object").map((beside): JsonObject => ({ ...beside, unevaluatedProperties: false })),
      fc.tuple(tie("object"), tie("object")).map(([one, other]): JsonObject => ({ ...one, ...other })),
    ),
  };
}).object;

const values: fc.Arbitrary<JsonValue[]> = fc.array(
  fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>("x", 1, null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.record({ a: tie("value"), b: tie("value") }, { requiredKeys: [], noNullPrototype: true }),
    ),
  })).value,
  { minLength: 20, maxLength: 20 },
);

test.each(dialects)("validators are right about schemas of $uri, as Ajv for it is", ({ uri, compile }) => {
  const counts = { accepted: 0, values: 0, fit: 0 };
  const runs = randomInputs(400);
  fc.assert(
    fc.property(schema, schema, values, (written, part, tried) => {
      const whole: JsonObject = { $schema: uri, definitions: { part: withoutReferences(part) }, allOf: [written] };
      const outcome = judgesOf({ $ref: "case.json" }, {}, { "case.json": whole });
      if ("refusals" in outcome) return;
      counts.accepted++;
      const { guard, list, fitsData, interpret } = outcome.judges;
      const validate = compile(withBounds(whole));
      for (const value of tried) {
        const expected = validate(value);
        expect({ value, all: [guard(value), list(value).length === 0, fitsData(value), interpret(value)] }).toEqual({
          value,
          all: [expected, expected, expected, expected],
        });
        counts.values++;
        if (expected) counts.fit++;
      }
    }),
    { numRuns: runs, seed },
  );
  process.stdout.write(`${uri}: ${JSON.stringify(counts)} of ${runs}\n`);
  expect(counts.accepted).toBeGreaterThan(runs / 2);
  expect(counts.fit / counts.values).toBeGreaterThan(0.1);
  expect(counts.fit / counts.values).toBeLessThan(0.9);
});

/** In a loop, Ajv doesn't see that a list is empty, which then doesn't contain anything. */
function withBounds(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema, (_key, value: JsonValue) =>
    typeof value === "object" && value !== null && "contains" in value ? { minItems: 1, ...value } : value,
  );
  return JSON.parse(text) as JsonObject;
}

function withoutReferences(schema: JsonObject): JsonValue {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/definitions/part"', '"title":"part"')) as JsonValue;
}
