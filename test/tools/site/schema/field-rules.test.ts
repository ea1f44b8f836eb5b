import { expect, test } from "vitest";
import type { JsonObject } from "../../../../generator/document/json-value.js";
import { plainText } from "../../../../generator/tools/site/blocks/inline.js";
import { fieldRules } from "../../../../generator/tools/site/schema/describe-rules.js";

const rules: readonly [JsonObject, string[]][] = [
  [{ dependentRequired: { from: ["to"], crop: ["a", "b", "c"] } }, ["from needs to.", "crop needs a, b and c."]],
  [{ dependentSchemas: { page: { properties: { limit: false, offset: false } } } }, ["page excludes limit and offset."]],
  [
    { dependentSchemas: { password: { properties: { send_invitation: { const: false } } } } },
    ["With password: send_invitation is false."],
  ],
  [
    { dependentSchemas: { a: { required: ["b"], properties: { c: false, d: { type: "integer", minimum: 3 } } } } },
    ["With a: b is required, c is not allowed, d: at least 3."],
  ],
  [
    {
      if: { properties: { cutover: { const: "at" } }, required: ["cutover"] },
      then: { required: ["at"] },
      else: { properties: { at: false } },
    },
    ['If cutover is "at": at is required; otherwise: at is not allowed.'],
  ],
  [{ if: { required: ["a"] }, then: { minProperties: 2 } }, ['If a is given: {"minProperties":2}.']],
  [{ dependentSchemas: { a: { additionalProperties: true, description: "x", properties: { b: false } } } }, ["a excludes b."]],
  [
    { dependentSchemas: { a: { maxProperties: 3, required: ["b"], properties: { c: { type: "array" } } } } },
    ['With a: b is required, c: {"type":"array"}, {"maxProperties":3}.'],
  ],
  [{ if: { required: ["a"] }, else: { required: ["b"] } }, ["If a is given: nothing more; otherwise: b is required."]],
  [{ anyOf: [{ required: ["a"] }, { required: ["b", "c"] }] }, ["At least one of a, b and c."]],
  [{ oneOf: [{ required: ["a"] }, { required: ["b"] }] }, ["Exactly one of a, b."]],
  [{ oneOf: [{ required: ["a"], properties: {} }, { required: ["b"] }] }, []],
  [{ not: { required: ["a", "b"] } }, ["Not together: a, b."]],
  [{ not: { required: ["a"] } }, ["a is not allowed."]],
  [{ properties: { a: {} } }, []],
];

test.each(rules)("%j", (schema, sentences) => {
  expect(fieldRules(schema, "", new Map()).map(plainText)).toEqual(sentences);
});

test("names carry the path of the object they are in, and are code", () => {
  const code = (text: string) => ({ kind: "code", text });
  expect(fieldRules({ dependentRequired: { a: ["b"] } }, "entry.", new Map())).toEqual([
    [code("entry.a"), " needs ", code("entry.b"), "."],
  ]);
});
