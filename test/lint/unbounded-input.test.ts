import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const of = (schema: string) =>
  diagnosticsOf(
    "unbounded-input",
    contract({ actions: `restart: { body: { type: object, properties: { a: ${schema} } } }` }),
  ).map(({ message }) => message);

test("texts and lists of any length are warnings", () => {
  expect(
    findings(
      "unbounded-input",
      contract({ actions: "restart: { body: { type: object, properties: { a: { type: string } } } }" }),
    ),
  ).toEqual(["[string] warning callers can send a string of any length here"]);
  expect(of("{ type: array, items: { type: [string, 'null'] } }")).toEqual([
    "callers can send a list of any length here",
    "callers can send a string of any length here",
  ]);
  expect(of("{ type: string, format: email }")).toEqual(["callers can send a string of any length here"]);
  expect(of("{ type: string, pattern: '^[a-z]+$' }")).toEqual(["callers can send a string of any length here"]);
  expect(of("{ type: string, pattern: '^a|b$' }")).toEqual(["callers can send a string of any length here"]);
});

test.each([
  "{ type: string, format: binary }",
  "{ type: string, maxLength: 5 }",
  "{ type: string, maxLenght: 5 }",
  "{ type: array, maxItem: 5, items: { type: integer } }",
  "{ type: string, x-max-utf8-bytes: 5 }",
  "{ type: string, enum: [a] }",
  "{ type: string, const: a }",
  "{ type: string, format: uuid }",
  "{ type: [string, 'null'], format: date-time }",
  "{ type: array, uniqueItems: true, items: { type: string, enum: [a, b] } }",
  "{ type: string, pattern: '^(?:a|[b-z]{1,5})$' }",
  "{ type: string, pattern: '[a-z]+$' }",
  "{ type: array, maxItems: 5, items: { type: integer } }",
  "{ type: array, prefixItems: [{ type: integer }], items: false }",
])("%s is bounded", (schema) => {
  expect(of(schema)).toEqual([]);
});

test("responses may be of any length", () => {
  expect(
    findings(
      "unbounded-input",
      contract({ actions: "restart: { result: { type: object, properties: { a: { type: string } } } }" }),
    ),
  ).toEqual([]);
});

test("the name of an action is one of the declared ones", () => {
  const text = `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /do/{action}/{other}:
    post:
      operationId: do
      parameters:
        - { in: path, name: action, required: true, schema: { type: string } }
        - { in: path, name: other, required: true, schema: { type: string } }
      responses: { "200": { description: Done. } }
      x-platform-vm-actions: { start: {} }
`;
  const found = diagnosticsOf("unbounded-input", text);
  expect(found.map(({ location }) => location?.line)).toEqual([9]);
});
