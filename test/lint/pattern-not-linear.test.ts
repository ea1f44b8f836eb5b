import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (body: string) =>
  diagnosticsOf(
    "pattern-not-linear",
    contract({ actions: `restart: { body: { type: object, properties: { a: ${body} } } }` }),
  ).map(({ message }) => message);

test("patterns that can keep a server busy are rejected", () => {
  expect(of("{ type: string, maxLength: 64, pattern: '^(a|a)*$' }")).toEqual([
    'the pattern "^(a|a)*$" can take time that doubles with each character',
  ]);
  expect(of("{ type: string, pattern: '^\\s+\\s+\\s+\\s+$' }")).toEqual([
    'the pattern "^\\\\s+\\\\s+\\\\s+\\\\s+$" can take time that grows with the power 4 of the length',
  ]);
  expect(of("{ type: object, patternProperties: { '^(x+)+$': {} } }")).toEqual([
    'the pattern "^(x+)+$" can take time that doubles with each character',
  ]);
  expect(of("{ type: string, pattern: '^(a+)+\\1$' }")).toEqual([
    'the pattern "^(a+)+\\\\1$" can take time that doubles with each character',
  ]);
  expect(of("{ type: string, pattern: '(?<x>\\k<y>)(?<y>\\k<x>)' }")).toEqual([
    'the pattern "(?<x>\\\\k<y>)(?<y>\\\\k<x>)" has a back reference, so there is no limit to how long it can take',
  ]);
});

test("the hint matches the problem", () => {
  const hint = (pattern: string) =>
    diagnosticsOf("pattern-not-linear", contract({ schemas: `A: { type: string, pattern: '${pattern}' }` }))[0]?.hint;
  expect(hint("^(a+)+\\1$")).toBe("List the possible repetitions, for example (aa|bb).");
  expect(hint("^(a+)+$")).toMatch(/^Let no two consecutive repetitions/);
});

test("a small maxLength compensates for a power", () => {
  const pattern = "pattern: '^.*,.*,.*,.*$'";
  expect(of(`{ type: string, maxLength: 50, ${pattern} }`)).toEqual([]);
  expect(of(`{ type: string, maxLength: 100, ${pattern} }`)).toEqual([
    'the pattern "^.*,.*,.*,.*$" can take time that grows with the power 4 of the length',
  ]);
});

test("patterns for which long texts are invalid are left to `pattern-bounded`", () => {
  expect(of("{ type: string, pattern: '\\s+$' }")).toEqual([]);
  expect(of("{ type: string, pattern: '^(a|b)\\1$' }")).toEqual([]);
  expect(of("{ type: string, pattern: '^.*,.*,.*$' }")).toEqual([]);
});

// "Invalid" would let long texts through here.
test.each([
  "{ not: { pattern: '\\s+$' } }",
  "{ not: { type: object, properties: { b: { $ref: '#/components/schemas/Padded' } } } }",
  "{ if: { pattern: '\\s+$' }, then: { maxLength: 2 } }",
  "{ type: array, contains: { pattern: '\\s+$' }, minContains: 0, maxContains: 1 }",
  "{ oneOf: [{ type: string, pattern: '\\s+$' }, { type: string, minLength: 2 }] }",
  "{ oneOf: [{ type: object, propertyNames: { pattern: '\\s+$' } }, { type: object, required: [b] }] }",
  "{ oneOf: [{ $ref: '#/components/schemas/Padded' }, { type: integer }, { type: string, enum: [' ', a] }] }",
])("below a keyword that inverts a verdict: %s", (schema) => {
  const found = diagnosticsOf(
    "pattern-not-linear",
    contract({
      actions: `restart: { body: { type: object, properties: { a: ${schema} } } }`,
      schemas: "Padded: { type: string, pattern: '\\s+$' }",
    }),
  );
  expect(found.map(({ message, hint }) => [message, hint])).toEqual([
    [
      'the pattern "\\\\s+$" can take time that grows with the power 2 of the length',
      "Set `maxLength` next to it: below `not`, `if`, `contains` or `oneOf`, a string that is too long to be matched could be valid.",
    ],
  ]);
});

test("mutually exclusive alternatives invert nothing", () => {
  const pattern = "pattern: '\\s+$'";
  const kind = (name: string, more = "") =>
    `{ type: object, required: [k], properties: { k: { const: ${name} }, t: { type: string, ${more} } } }`;
  expect(of(`{ oneOf: [{ type: string, ${pattern} }, { type: "null" }] }`)).toEqual([]);
  expect(of(`{ oneOf: [{ type: string, ${pattern} }, { type: string, enum: [a, b] }] }`)).toEqual([]);
  expect(of(`{ oneOf: [${kind("a", pattern)}, ${kind("b", pattern)}] }`)).toEqual([]);
  expect(of(`{ anyOf: [{ type: string, ${pattern} }, { type: string }] }`)).toEqual([]);
});

test("below such a keyword, a maxLength around it is sufficient", () => {
  expect(of("{ type: string, maxLength: 2000, not: { pattern: '\\s+$' } }")).toEqual([]);
});

test("a text that has to be too long for its pattern can't be valid", () => {
  expect(of("{ type: string, minLength: 2001, pattern: '\\s+$' }")).toHaveLength(1);
  expect(of("{ type: string, minLength: 2000, pattern: '\\s+$' }")).toEqual([]);
});

test("patterns in responses may take longer, unused ones may not", () => {
  const slow = "{ type: string, pattern: '^(x+)+$' }";
  expect(
    findings(
      "pattern-not-linear",
      contract({ actions: `restart: { result: { $ref: '#/components/schemas/Slow' } }`, schemas: `Slow: ${slow}` }),
    ),
  ).toEqual([]);
  expect(findings("pattern-not-linear", contract({ schemas: `Slow: ${slow}` }))).toEqual([
    "['^(x+)+$'] error the pattern \"^(x+)+$\" can take time that doubles with each character",
  ]);
});

const marked = "x-platform-linear-pattern: true";

test("a schema may request matching without backtracking", () => {
  expect(of(`{ type: string, ${marked}, pattern: '^(a|a)*$' }`)).toEqual([]);
  expect(of(`{ type: string, ${marked}, pattern: '^\\s+\\s+\\s+\\s+$' }`)).toEqual([]);
  expect(of(`{ type: object, ${marked}, patternProperties: { '^(x+)+$': {} } }`)).toEqual([]);
  expect(of(`{ type: string, x-platform-linear-pattern: yes, pattern: '^(a|a)*$' }`)).toHaveLength(1);
});

test("patterns with back references, or with very many steps, can't be matched this way", () => {
  expect(of(`{ type: string, ${marked}, pattern: '^(a+)+\\1$' }`)).toHaveLength(1);
  expect(of(`{ type: string, ${marked}, pattern: '^((a|a){3000}){3000}$' }`)).toHaveLength(1);
});

test("below a keyword that inverts a verdict, no text may be too long for it", () => {
  const not = (more: string) => `{ type: string, ${more} not: { ${marked}, pattern: '^(a|a)*$' } }`;
  expect(of(not(""))).toHaveLength(1);
  expect(of(not("maxLength: 1000,"))).toEqual([]);
});
