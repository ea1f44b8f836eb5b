import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (action: string, schemas = "") =>
  findings("example-invalid", contract({ actions: `restart:\n  ${action.trim().replaceAll("\n", "\n  ")}`, schemas }));

test("the invalid part of an example is marked, without its value", () => {
  expect(
    of(`
body: { type: object, required: [a], properties: { a: { type: array, items: { type: integer } } }, additionalProperties: false }
examples:
  good: { body: { a: [1] } }
  bad: { body: { a: [1, s3cret] } }
  short: { body: {} }
  long: { body: { a: [], b: s3cret } }`),
  ).toEqual([
    '[s3cret] error "/body/a/1" of the example "bad" is invalid: must be integer',
    '[{}] error "/body" of the example "short" is invalid: the property "a" is missing',
    '[{ a: [], b: s3cret }] error "/body" of the example "long" is invalid: the property "b" is not allowed',
  ]);
});

test("results are checked, through recursive components, formats, byte limits and patterns without the u flag", () => {
  const schemas = `Tree: { type: object, properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } }, id: { type: string, format: uuid } } }
Text: { type: string, x-max-utf8-bytes: 3 }
Old: { type: string, pattern: '^[\\-\\_]$' }`;
  const result = `
result: { type: object, properties: { tree: { $ref: "#/components/schemas/Tree" }, text: { $ref: "#/components/schemas/Text" }, old: { $ref: "#/components/schemas/Old" } } }`;
  expect(
    of(
      `${result}
examples:
  id: { result: { tree: { children: [{ id: "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380" }] } } }
  text: { result: { text: "ää" } }
  old: { result: { old: "x" } }
  good: { result: { tree: { children: [{ children: [] }] }, text: "äa", old: "_" } }`,
      schemas,
    ),
  ).toEqual([
    '["urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380"] error "/result/tree/children/0/id" of the example "id" is invalid: must have the format "uuid"',
    '["ää"] error "/result/text" of the example "text" is invalid: must NOT have more than 3 bytes in UTF-8',
    '["x"] error "/result/old" of the example "old" is invalid: must match the pattern "^[\\\\-\\\\_]$"',
  ]);
});

test("the nearest alternative is explained", () => {
  expect(
    of(`
body: { oneOf: [{ type: object, properties: { a: { type: string } } }, { type: array }] }
examples: { bad: { body: { a: 1 } } }`),
  ).toEqual(['[1] error "/body/a" of the example "bad" is invalid: must be string']);
});

test("an action without a body accepts only {}, one without a result returns an object", () => {
  expect(
    of(`
summary: Restart.
examples: { good: { body: {}, result: { a: 1 } }, bad: { body: { a: 1 }, result: 5 } }`),
  ).toEqual([
    '[{ a: 1 }] error "/body" of the example "bad" is invalid: must NOT have more than 0 properties',
    '[5] error "/result" of the example "bad" is invalid: must be object',
  ]);
});

test("properties named like members of objects are properties", () => {
  expect(
    of(`
body: { type: object, required: [constructor], properties: { constructor: { type: string } } }
examples: { good: { body: { constructor: a } }, bad: { body: {} } }`),
  ).toEqual(['[{}] error "/body" of the example "bad" is invalid: the property "constructor" is missing']);
});
