import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (action: string, schemas = "") => findings("open-body", contract({ actions: `restart: ${action}`, schemas }));
const closed = "{ type: object, additionalProperties: false }";

test("implicitly open bodies are warnings, results are not", () => {
  expect(of("{ body: { type: object }, result: { properties: { a: {} } } }")).toEqual([
    '[{ type: object }] warning the body of "restart" allows undeclared properties implicitly',
  ]);
});

test("the open one of several parts is marked, once, with the action", () => {
  const actions =
    "restart: { body: { $ref: '#/components/schemas/Open' } }\nstop: { body: { $ref: '#/components/schemas/Open' } }";
  const found = diagnosticsOf("open-body", contract({ actions, schemas: "Open: { type: object }" }));
  expect(found).toMatchObject([
    { location: { line: 22, column: 11 }, related: [{ message: "the body of the action", location: { line: 16, column: 26 } }] },
  ]);
  expect(of(`{ body: { oneOf: [${closed}, { type: object }] } }`)).toEqual([
    '[{ type: object }] warning the body of "restart" allows undeclared properties implicitly',
  ]);
});

test.each([
  closed,
  "{ type: object, additionalProperties: true }",
  "{ type: object, unevaluatedProperties: { type: string } }",
  `{ allOf: [{ type: object }, ${closed}] }`,
  `{ oneOf: [${closed}, { const: {} }] }`,
  "{ $ref: '#/components/schemas/Failure' }",
  "{ type: array }",
])("%s is explicit", (body) => {
  expect(of(`{ body: ${body} }`)).toEqual([]);
});
