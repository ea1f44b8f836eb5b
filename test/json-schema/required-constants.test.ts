import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { constantsOf } from "../../generator/json-schema/required-constants.js";
import { schemasIn } from "../../generator/json-schema/schema.js";
import { writeConstants } from "../../templates/runtime/json.js";

/** A schema whose required members have one value, that value, and whether it has optional members. */
interface Case {
  readonly schema: JsonObject;
  readonly value: JsonValue;
  readonly isWhole: boolean;
}

const leaf: fc.Arbitrary<Case> = fc
  .constantFrom<JsonValue>("v1", 2, true, null, { a: [1] }, [])
  .chain((value) =>
    fc
      .constantFrom<JsonObject>({ const: value }, { enum: [value] }, { allOf: [{ const: value }] }, { anyOf: [{ const: value }] })
      .map((schema) => ({ schema, value, isWhole: true })),
  );

const tree: fc.Arbitrary<Case> = fc.letrec<{ node: Case }>((tie) => ({
  node: fc.oneof({ maxDepth: 2 }, leaf, object(tie("node"))),
})).node;

function object(member: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const members = fc.dictionary(fc.constantFrom("type", "a/b", "~", "__proto__"), member, {
    minKeys: 1,
    noNullPrototype: true,
  });
  return fc
    .record({ members, hasOptional: fc.boolean(), isSplit: fc.boolean() })
    .map(({ members: all, hasOptional, isSplit }) => {
      const entries = Object.entries(all);
      const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
      const optional = hasOptional ? { note: { type: "string" } } : {};
      const own = { type: "object", required: entries.map(([name]) => name), properties: { ...properties, ...optional } };
      return {
        schema: isSplit ? { allOf: [{ type: "object" }, own] } : own,
        value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
        isWhole: !hasOptional && entries.every(([, one]) => one.isWhole),
      };
    });
}

const constants = (schema: JsonObject, document: JsonObject = {}) => constantsOf(schemasIn(document).of(schema));

test("the constants of a schema are its only value, at any depth", () => {
  fc.assert(
    fc.property(object(tree), ({ schema, value, isWhole }) => {
      const found = constants(schema);
      const written = {};
      writeConstants(written, found?.values);
      expect(written).toEqual(value);
      expect(found?.isWhole).toBe(isWhole);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});

test("a part with several values leaves none to all of it", () => {
  const wrap = (inner: JsonObject): JsonObject => ({
    type: "object",
    required: ["a"],
    properties: { a: inner, b: { const: 1 } },
  });
  for (const open of [{ type: "string" }, {}, { type: "object" }, { enum: [1, 2] }, { type: ["object", "null"] }]) {
    expect(constants(wrap(wrap(open)))).toBeUndefined();
  }
  const either = { anyOf: [wrap({ const: 1 }), { type: "object", required: ["b"], properties: { b: { const: 1 } } }] };
  expect(constants(either)).toBeUndefined();
});

test("objects that require themselves, and doubling ones, end", () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const itself = { type: "object", required: ["next"], properties: { next: reference("S") } };
  expect(constants(itself, { components: { schemas: { S: itself } } })).toBeUndefined();
  const levels = Array.from({ length: 18 }, (_, index): [string, JsonObject] => {
    const next = index === 17 ? { const: 1 } : reference(`L${index + 1}`);
    return [`L${index}`, { type: "object", required: ["a", "b"], properties: { a: next, b: next } }];
  });
  expect(constants(levels[0]![1], { components: { schemas: Object.fromEntries(levels) } })).toBeUndefined();
});

test("values that are written are copies", () => {
  const values = { "/list": [], "/list/0": 1 };
  const body = {};
  writeConstants(body, values);
  expect([body, values]).toEqual([{ list: [1] }, { "/list": [], "/list/0": 1 }]);
});
