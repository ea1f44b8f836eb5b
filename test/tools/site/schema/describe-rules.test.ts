import { expect, test } from "vitest";
import type { JsonObject } from "../../../../generator/document/json-value.js";
import { noWrittenIntegers, WrittenIntegers } from "../../../../generator/document/written-integers.js";
import { plainText } from "../../../../generator/tools/site/blocks/inline.js";
import { fieldRules } from "../../../../generator/tools/site/schema/describe-field-rules.js";
import { rulesOf } from "../../../../generator/tools/site/schema/describe-rules.js";

const context = { schemas: new Map<string, JsonObject>(), integers: noWrittenIntegers };

const rules: readonly [JsonObject, string[]][] = [
  [{ minLength: 1, maxLength: 64 }, ["1 to 64 characters"]],
  [{ minLength: 0, maxLength: 1 }, ["at most 1 character"]],
  [{ minLength: 8 }, ["at least 8 characters"]],
  [{ minLength: 2, maxLength: 2 }, ["exactly 2 characters"]],
  [{ "x-max-utf8-bytes": 63 }, ["at most 63 bytes in UTF-8"]],
  [{ minimum: 1, maximum: 100 }, ["1 to 100"]],
  [{ minimum: 0 }, ["at least 0"]],
  [{ exclusiveMinimum: 0, maximum: 1 }, ["more than 0 and at most 1"]],
  [{ multipleOf: 0.5 }, ["a multiple of 0.5"]],
  [{ minItems: 1, uniqueItems: true }, ["at least 1 item", "no item twice"]],
  [{ minProperties: 1 }, ["at least 1 field"]],
  [{ enum: ["a", "b"] }, ['one of "a", "b"']],
  [{ enum: ["a"] }, ['always "a"']],
  [{ const: null }, ["always null"]],
  [{ default: false }, ["default false"]],
  // Servers don't fill in an invalid one.
  [{ type: "integer", maximum: 5, default: 6 }, ["at most 5"]],
  [{ enum: ["a", "b"], default: "c" }, ['one of "a", "b"']],
  [{ enum: ["a", "b"], default: "b" }, ['one of "a", "b"', 'default "b"']],
  [{ pattern: "^a$" }, ["matches ^a$"]],
  [{ pattern: "a+$" }, ["at most 2000 characters", "matches a+$"]],
  [{ pattern: "a+$", minLength: 1, maxLength: 9 }, ["1 to 9 characters", "matches a+$"]],
  [{ pattern: "^(a)\\1$", maxLength: 151 }, ["at most 150 characters", "matches ^(a)\\1$"]],
  [{ not: { enum: ["0.0.0.0/0", "::/0"] } }, ['not "0.0.0.0/0", "::/0"']],
  [{ not: { anyOf: [{ pattern: "^pg_" }, { enum: ["public"] }] } }, ["doesn't match ^pg_", 'not "public"']],
  [{ propertyNames: { pattern: "^x" } }, ["names: matches ^x"]],
  [{ not: { type: "string" } }, ["not string"]],
  [
    { not: { type: "object", required: ["a"], properties: { a: { const: 1 } } } },
    ['not (object, {"required":["a"],"properties":{"a":{"const":1}}})'],
  ],
  [{ minimum: 0, maximum: 5, exclusiveMinimum: 0 }, ["at least 0 and more than 0 and at most 5"]],
  [{ contains: { const: "admin" }, maxContains: 2 }, ['contains 1 to 2 items: always "admin"']],
  [{ contains: { const: "admin" }, minContains: 0 }, []],
  [{ format: "uuid" }, ["format uuid"]],
  [{ type: "string", contentEncoding: "base64" }, ["encoded as base64"]],
  [{ type: "array", items: { type: "array", items: { maxLength: 3 } } }, ["each each at most 3 characters"]],
  [{ items: { type: "string" } }, ["each string"]],
  [{ type: "array", prefixItems: [{ minimum: 1 }], items: { maximum: 2 } }, ["item 1: at least 1", "each further at most 2"]],
  [{ allOf: [{ type: "number", minimum: 1 }, { type: "integer" }] }, ["at least 1", "also integer"]],
  [{ anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }], not: { const: "a" } }, ["at most 3 characters", 'not "a"']],
  [{ anyOf: [{ type: "string" }, { type: "integer" }] }, []],
  [{ oneOf: [{ type: "string", maxLength: 3 }, { type: "integer" }] }, ["one of: string, at most 3 characters; integer"]],
  [{ oneOf: [{ type: "string", maxLength: 3 }, { type: "string" }] }, ["exactly one of: at most 3 characters; string"]],
  [
    {
      anyOf: [
        { type: "string", maxLength: 3 },
        { type: "string", format: "uuid" },
      ],
    },
    ["at least one of: string, at most 3 characters; string (uuid)"],
  ],
  [{ oneOf: [{ const: "lo", title: "Low", description: "Cheap" }, { enum: ["hi"] }] }, ['one of "lo" (Low: Cheap), "hi"']],
  [{ type: "object", required: ["const"], default: {} }, ['{"required":["const"]}']],
  [{ dependentRequired: { title: ["a"] } }, ['{"dependentRequired":{"title":["a"]}}']],
  [{ type: "object", additionalProperties: false }, ["no fields"]],
  [{ unknownKeyword: 1, "x-note": 2, readOnly: false, xml: {}, $defs: { a: {} } }, []],
  [{ contentMediaType: "application/json" }, ["holds application/json"]],
  [{ type: "string", description: "a" }, []],
];

test.each(rules)("%j", (schema, told) => {
  expect(rulesOf(schema).map(plainText)).toEqual(told);
});

test("a long pattern is folded, a long list of values cut", () => {
  const pattern = "a".repeat(49);
  expect(rulesOf({ pattern })).toEqual([["matches ", { kind: "folded", summary: "a pattern", text: pattern }]]);
  const [rule] = rulesOf({ enum: Array.from({ length: 30 }, (_, index) => index) });
  expect(plainText(rule!)).toMatch(/22, 23, 6 more$/);
});

test("integers beyond 2^53 have the digits of the contract", () => {
  const schema = JSON.parse(
    '{"minimum":-9223372036854775808,"maximum":9223372036854775807,"default":9223372036854775807}',
  ) as JsonObject;
  const integers = new WrittenIntegers([
    { holder: {}, key: "maximum", value: 2 ** 63, digits: "9223372036854775807" },
    { holder: {}, key: "minimum", value: -(2 ** 63), digits: "-9223372036854775808" },
  ]);
  expect(rulesOf(schema, { schemas: new Map(), integers }).map(plainText)).toEqual([
    "-9223372036854775808 to 9223372036854775807",
    "default 9223372036854775807",
  ]);
});

const rulesBetweenFields: readonly [JsonObject, string[]][] = [
  [{ dependentRequired: { from: ["to"], crop: ["a", "b", "c"] } }, ["from needs to.", "crop needs a, b and c."]],
  [{ dependentSchemas: { page: { properties: { limit: false, offset: false } } } }, ["page excludes limit and offset."]],
  [
    { dependentSchemas: { password: { properties: { send_invitation: { const: false } } } } },
    ["With password: send_invitation is false."],
  ],
  [
    { dependentSchemas: { a: { required: ["b"], properties: { c: false, d: { type: "integer", minimum: 3 } } } } },
    ["With a: b is required, c is not allowed, d: (integer, at least 3)."],
  ],
  [
    {
      if: { properties: { cutover: { const: "at" } }, required: ["cutover"] },
      then: { required: ["at"] },
      else: { properties: { at: false } },
    },
    ['If cutover is "at", then at is required; otherwise at is not allowed.'],
  ],
  [{ if: { required: ["a"] }, then: { minProperties: 2 } }, ['If a is given, then {"minProperties":2}.']],
  [{ dependentSchemas: { a: { additionalProperties: true, description: "x", properties: { b: false } } } }, ["a excludes b."]],
  [
    { dependentSchemas: { a: { maxProperties: 3, required: ["b"], properties: { c: { type: "array" } } } } },
    ['With a: b is required, c: list, {"maxProperties":3}.'],
  ],
  [{ if: { properties: { a: { const: 1 } } }, then: { uniqueItems: true } }, ['If a is 1 or absent, then {"uniqueItems":true}.']],
  [{ if: { minProperties: 2 }, then: { required: ["b"] } }, ['If {"minProperties":2}, then b is required.']],
  [{ if: { required: ["a"] }, else: { required: ["b"] } }, ["If a is given, then nothing more; otherwise b is required."]],
  [{ anyOf: [{ required: ["a"] }, { required: ["b", "c"] }] }, ["At least one of: a; b and c."]],
  [{ oneOf: [{ required: ["a"] }, { required: ["b"] }] }, ["Exactly one of a, b."]],
  [{ oneOf: [{ required: ["a"], properties: {} }, { required: ["b"] }] }, []],
  [{ not: { required: ["a", "b"] } }, ["Not together: a, b."]],
  [{ not: { required: ["a"] } }, ["a is not allowed."]],
  [{ properties: { a: {} } }, []],
];

test.each(rulesBetweenFields)("%j", (schema, sentences) => {
  expect(fieldRules(schema, "", context).map(plainText)).toEqual(sentences);
});

test("names include the path of their object, and are code", () => {
  const code = (text: string) => ({ kind: "code", text });
  expect(fieldRules({ dependentRequired: { a: ["b"] } }, "entry.", context)).toEqual([
    [code("entry.a"), " needs ", code("entry.b"), "."],
  ]);
});
