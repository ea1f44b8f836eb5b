import { expect, test } from "vitest";
import { WrittenIntegers } from "../../../../generator/document/written-integers.js";
import type { JsonObject } from "../../../../generator/document/json-value.js";
import { plainText } from "../../../../generator/tools/site/blocks/inline.js";
import { valueRules } from "../../../../generator/tools/site/schema/describe-rules.js";

const rules: readonly [JsonObject, string[]][] = [
  [{ minLength: 1, maxLength: 64 }, ["1 to 64 characters"]],
  [{ minLength: 0, maxLength: 1 }, ["at most 1 character"]],
  [{ minLength: 8 }, ["at least 8 characters"]],
  [{ minLength: 2, maxLength: 2 }, ["exactly 2 characters"]],
  [{ "x-max-utf8-bytes": 63 }, ["at most 63 bytes in UTF-8"]],
  [{ minimum: 1, maximum: 100 }, ["1 to 100"]],
  [{ minimum: 0 }, ["at least 0"]],
  [{ exclusiveMinimum: 0, maximum: 1 }, ["more than 0, at most 1"]],
  [{ multipleOf: 0.5 }, ["a multiple of 0.5"]],
  [{ minItems: 1, uniqueItems: true }, ["at least 1 item", "no item twice"]],
  [{ minProperties: 1 }, ["at least 1 field"]],
  [{ enum: ["a", "b"] }, ['one of "a", "b"']],
  [{ enum: ["a"] }, ['always "a"']],
  [{ const: null }, ["always null"]],
  [{ default: false }, ["default false"]],
  [{ pattern: "^a$" }, ["matches ^a$"]],
  [{ not: { enum: ["0.0.0.0/0", "::/0"] } }, ['not "0.0.0.0/0", "::/0"']],
  [{ not: { anyOf: [{ pattern: "^pg_" }, { enum: ["public"] }] } }, ['doesn\'t match ^pg_, not "public"']],
  [{ propertyNames: { pattern: "^x" } }, ["names: matches ^x"]],
  [{ contentMediaType: "application/json" }, ["holds application/json"]],
  [{ type: "string", description: "a" }, []],
];

test.each(rules)("%j", (schema, told) => {
  expect(valueRules(schema).map(plainText)).toEqual(told);
});

test("a long pattern is folded, a long list of values cut", () => {
  const pattern = "a".repeat(49);
  expect(valueRules({ pattern })).toEqual([["matches ", { kind: "folded", summary: "a pattern", text: pattern }]]);
  const [rule] = valueRules({ enum: Array.from({ length: 30 }, (_, index) => index) });
  expect(plainText(rule!)).toMatch(/22, 23, 6 more$/);
});

test("integers beyond 2^53 have the digits that the contract writes", () => {
  const schema = JSON.parse(
    '{"minimum":-9223372036854775808,"maximum":9223372036854775807,"default":9223372036854775807}',
  ) as JsonObject;
  const integers = new WrittenIntegers([
    { holder: {}, key: "maximum", value: 2 ** 63, digits: "9223372036854775807" },
    { holder: {}, key: "minimum", value: -(2 ** 63), digits: "-9223372036854775808" },
  ]);
  expect(valueRules(schema, integers).map(plainText)).toEqual([
    "-9223372036854775808 to 9223372036854775807",
    "default 9223372036854775807",
  ]);
});
