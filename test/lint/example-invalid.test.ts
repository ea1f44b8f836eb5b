import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (action: string, schemas = "") =>
  findings("example-invalid", contract({ actions: `restart:\n  ${action.trim().replaceAll("\n", "\n  ")}`, schemas })).map((text) => text.replace("error ", ""));

test("the part of an example that doesn't fit is marked, without its value", () => {
  expect(
    of(`
body: { type: object, required: [a], properties: { a: { type: array, items: { type: integer } } }, additionalProperties: false }
examples:
  good: { body: { a: [1] } }
  bad: { body: { a: [1, s3cret] } }
  short: { body: {} }
  long: { body: { a: [], b: s3cret } }`),
  ).toEqual([
    'openapi.yaml:21:33 "/body/a/1" of the example "bad" does not fit the schema: must be integer',
    'openapi.yaml:22:18 "/body" of the example "short" does not fit the schema: must have required property \'a\'',
    'openapi.yaml:23:17 "/body" of the example "long" does not fit the schema: must NOT have additional properties: "b"',
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
    'openapi.yaml:20:48 "/result/tree/children/0/id" of the example "id" does not fit the schema: must match format "uuid"',
    'openapi.yaml:21:33 "/result/text" of the example "text" does not fit the schema: must NOT have more bytes in UTF-8',
    'openapi.yaml:22:30 "/result/old" of the example "old" does not fit the schema: must match pattern "^[\\\\-\\\\_]$"',
  ]);
});

test("of alternatives the nearest is explained", () => {
  expect(
    of(`
body: { oneOf: [{ type: object, properties: { a: { type: string } } }, { type: array }] }
examples: { bad: { body: { a: 1 } } }`),
  ).toEqual(['openapi.yaml:19:42 "/body/a" of the example "bad" does not fit the schema: must be string']);
});

test("an action without a body takes {} alone, one without a result returns an object", () => {
  expect(
    of(`
summary: Restart.
examples: { good: { body: {}, result: { a: 1 } }, bad: { body: { a: 1 }, result: 5 } }`),
  ).toEqual([
    'openapi.yaml:19:74 "/body" of the example "bad" does not fit the schema: must NOT have more than 0 properties',
    'openapi.yaml:19:92 "/result" of the example "bad" does not fit the schema: must be object',
  ]);
});

test("properties named like members of objects are properties", () => {
  expect(
    of(`
body: { type: object, required: [constructor], properties: { constructor: { type: string } } }
examples: { good: { body: { constructor: a } }, bad: { body: {} } }`),
  ).toEqual(['openapi.yaml:19:72 "/body" of the example "bad" does not fit the schema: must have required property \'constructor\'']);
});
