import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (body: string) =>
  diagnosticsOf(
    "pattern-not-linear",
    contract({ actions: `restart: { body: { type: object, properties: { a: ${body} } } }` }),
  ).map(({ message }) => message);

test("patterns that can keep a server busy are refused", () => {
  expect(of("{ type: string, maxLength: 64, pattern: '^(a|a)*$' }")).toEqual([
    'the pattern "^(a|a)*$" can take time that doubles with each character of a text',
  ]);
  expect(of("{ type: string, pattern: '\\s+$' }")).toEqual([
    'the pattern "\\\\s+$" can take time that grows with the power 2 of a text\'s length',
  ]);
  expect(of("{ type: object, patternProperties: { '^(x+)+$': {} } }")).toEqual([
    'the pattern "^(x+)+$" can take time that doubles with each character of a text',
  ]);
  expect(of("{ type: string, pattern: '^(a|b)\\1$' }")).toEqual([
    'the pattern "^(a|b)\\\\1$" has a back reference, so there is no limit to how long it can take',
  ]);
  expect(of("{ type: string, pattern: '^(?<x>a|b)\\k<x>$' }")).toEqual([
    'the pattern "^(?<x>a|b)\\\\k<x>$" has a back reference, so there is no limit to how long it can take',
  ]);
});

test("the hint fits the problem", () => {
  const hint = (pattern: string) =>
    diagnosticsOf("pattern-not-linear", contract({ schemas: `A: { type: string, pattern: '${pattern}' }` }))[0]?.hint;
  expect(hint("^(a|b)\\1$")).toBe("Write the possible repetitions out, for example (aa|bb).");
  expect(hint("\\s+$")).toMatch(/^Let no two repetitions/);
});

test("a small maxLength makes up for a power", () => {
  const pattern = "pattern: '^[^@]+@[^@]+\\.[^@]+$'";
  expect(of(`{ type: string, maxLength: 64, ${pattern} }`)).toEqual([]);
  expect(of(`{ type: string, maxLength: 100000, ${pattern} }`)).toEqual([
    'the pattern "^[^@]+@[^@]+\\\\.[^@]+$" can take time that grows with the power 2 of a text\'s length',
  ]);
});

test("what only the server sends may take longer, what nobody uses may not", () => {
  const slow = "{ type: string, pattern: '^(x+)+$' }";
  expect(
    findings(
      "pattern-not-linear",
      contract({ actions: `restart: { result: { $ref: '#/components/schemas/Slow' } }`, schemas: `Slow: ${slow}` }),
    ),
  ).toEqual([]);
  expect(findings("pattern-not-linear", contract({ schemas: `Slow: ${slow}` }))).toEqual([
    "['^(x+)+$'] error the pattern \"^(x+)+$\" can take time that doubles with each character of a text",
  ]);
});
