import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { randomInputs, seed } from "./budget.js";
import { judgesOf } from "./validators-in-memory.js";

/** Keywords that have names of properties, and those that ask which ones others have seen. */
const schema = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => {
  const names = fc.constantFrom("a", "proto");
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>(true, false, { type: "string" }, { type: "object" }, { required: ["proto"] }),
      tie("object"),
    ),
    object: fc.oneof(
      fc.dictionary(names, tie("schema"), { noNullPrototype: true }).map((properties): JsonObject => ({ properties })),
      names.map((name): JsonObject => ({ required: [name] })),
      names.map((name): JsonObject => ({ dependentRequired: { a: [name] } })),
      names.map((name): JsonObject => ({ propertyNames: { enum: [name] } })),
      ...["not", "additionalProperties", "unevaluatedProperties", "items"].map((keyword) =>
        tie("schema").map((below): JsonObject => ({ [keyword]: below })),
      ),
      ...["allOf", "anyOf", "oneOf"].map((keyword) => list.map((branches): JsonObject => ({ [keyword]: branches }))),
      fc.tuple(tie("object"), tie("object")).map(([one, other]): JsonObject => ({ ...one, ...other })),
      fc
        .tuple(tie("object"), fc.constantFrom("additionalProperties", "unevaluatedProperties"))
        .map(([object, keyword]): JsonObject => ({ ...object, [keyword]: false })),
    ),
  };
}).object;

const values: fc.Arbitrary<JsonValue[]> = fc.array(
  fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>("x", 1),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.record({ a: tie("value"), proto: tie("value") }, { requiredKeys: [], noNullPrototype: true }),
    ),
  })).value,
  { minLength: 20, maxLength: 20 },
);

test("a property __proto__ is judged like one of any other name, and changes no prototype", () => {
  const counts = { accepted: 0, values: 0, fit: 0 };
  const runs = randomInputs(400);
  fc.assert(
    fc.property(schema, values, (written, tried) => {
      const outcome = judgesOf({ $ref: "case.json" }, {}, { "case.json": renamed(written) });
      if ("refusals" in outcome) return;
      counts.accepted++;
      const { guard, list, fitsData, prepared, interpret, sample } = outcome.judges;
      expect(JSON.stringify(sample) ?? "").not.toContain("__proto__");
      const validate = new Ajv2020.default({ strict: false, ownProperties: true, logger: false }).compile(written);
      for (const value of tried) {
        const same = renamed(value);
        const verdicts = [guard(same), list(same).length === 0, fitsData(same), prepared(same), interpret(same)];
        expect(verdicts, JSON.stringify({ written, value })).toEqual(verdicts.map(() => validate(value)));
        counts.values++;
        if (verdicts[0]) counts.fit++;
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    }),
    { numRuns: runs, seed },
  );
  process.stdout.write(`${JSON.stringify(counts)} of ${runs}\n`);
  expect(counts.accepted).toBeGreaterThan(runs / 2);
  expect(counts.fit / counts.values).toBeGreaterThan(0.1);
  expect(counts.fit / counts.values).toBeLessThan(0.9);
});

function renamed(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value).replaceAll('"proto"', '"__proto__"')) as JsonValue;
}
