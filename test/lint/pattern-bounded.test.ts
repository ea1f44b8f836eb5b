import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (schema: string, schemas = "Short: { type: string, maxLength: 150 }") =>
  findings(
    "pattern-bounded",
    contract({ actions: `restart: { body: { type: object, properties: { a: ${schema} } } }`, schemas }),
  );

test.each([
  ["'\\s+$'", "2000", '"\\\\s+$" can take time that grows with the power 2 of the length'],
  ["'^.*,.*,.*$'", "150", '"^.*,.*,.*$" can take time that grows with the power 3 of the length'],
  ["'^(a|b)\\1$'", "150", '"^(a|b)\\\\1$" has a back reference'],
  ["'(.+)\\1'", "150", '"(.+)\\\\1" can take time that grows with the power 3 of the length'],
])("the pattern %s is matched against texts of at most %s characters", (pattern, longest, message) => {
  expect(of(`{ type: string, pattern: ${pattern} }`)).toEqual([
    `[${pattern}] warning the pattern ${message}, so strings of more than ${longest} characters are invalid`,
  ]);
});

test("names of properties have the same limits", () => {
  expect(of("{ type: object, patternProperties: { '\\s+$': {} } }")).toEqual([
    "['\\s+$'] warning the pattern \"\\\\s+$\" can take time that grows with the power 2 of the length, so names of more than 2000 characters are invalid",
  ]);
  expect(of("{ type: object, propertyNames: { maxLength: 2000 }, patternProperties: { '\\s+$': {} } }")).toEqual([]);
});

test.each([
  "{ type: string, maxLength: 2000, pattern: '\\s+$' }",
  "{ type: string, x-max-utf8-bytes: 2000, pattern: '\\s+$' }",
  "{ type: string, maxLength: 150, pattern: '^(a|b)\\1$' }",
  "{ $ref: '#/components/schemas/Short', pattern: '\\s+$' }",
  "{ allOf: [{ $ref: '#/components/schemas/Short' }], pattern: '\\s+$' }",
  "{ maxLength: 9, allOf: [{ type: string, pattern: '\\s+$' }] }",
  "{ type: string, enum: [a, ' '], pattern: '\\s+$' }",
  "{ const: a, pattern: '\\s+$' }",
  "{ type: [integer, 'null'], pattern: '\\s+$' }",
  "{ maxLength: 9, anyOf: [{ type: string, pattern: '\\s+$' }, { type: integer }] }",
])("no text can be too long: %s", (schema) => {
  expect(of(schema)).toEqual([]);
});

test.each([
  "{ type: string, maxLength: 2001, pattern: '\\s+$' }",
  "{ type: string, maxLength: 151, pattern: '^(a|b)\\1$' }",
  "{ type: array, maxLength: 9, items: { type: string, pattern: '\\s+$' } }",
])("a limit that allows longer texts has no effect: %s", (schema) => {
  expect(of(schema)).toHaveLength(1);
});

test("patterns that are unsafe at any length are left to `pattern-not-linear`", () => {
  expect(of("{ type: string, pattern: '^(x+)+$' }")).toEqual([]);
  expect(of("{ type: string, pattern: '^.*,.*,.*,.*$' }")).toEqual([]);
});

test("it applies to responses, too", () => {
  const schemas = "Padded: { type: string, pattern: '\\s+$' }";
  const actions = "restart: { result: { $ref: '#/components/schemas/Padded' } }";
  expect(findings("pattern-bounded", contract({ actions, schemas }))).toHaveLength(1);
});

test("patterns that are matched without backtracking have a limit by their size", () => {
  const marked = (more: string) => `{ type: string, x-platform-linear-pattern: true, ${more} pattern: '^(a|a)*$' }`;
  expect(of(marked(""))).toEqual([
    "['^(a|a)*$'] warning the pattern \"^(a|a)*$\" is matched without backtracking, so strings of more than 1000000 characters are invalid",
  ]);
  expect(of(marked("maxLength: 1000000,"))).toEqual([]);
});
