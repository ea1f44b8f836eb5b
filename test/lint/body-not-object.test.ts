import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (body: string, schemas = "") =>
  findings("body-not-object", contract({ actions: `restart: { body: ${body} }`, schemas }));

test.each(["{}", "true", "{ description: Anything. }", "{ anyOf: [{ type: object }, {}] }"])("%s", (body) => {
  expect(of(body)).toEqual([`[${body}] error the body of "restart" must be an object, but its schema accepts any value`]);
});

test("a component is marked where it is defined", () => {
  expect(of("{ $ref: '#/components/schemas/Any' }", "Any: {}")).toEqual([
    '[{}] error the body of "restart" must be an object, but its schema accepts any value',
  ]);
});

test.each([
  "{ type: object }",
  "{ type: string }",
  "{ allOf: [{ type: object }, { required: [a] }] }",
  "{ oneOf: [{ type: object }, { const: {} }] }",
  "{ enum: [{}, { a: 1 }] }",
  "{ $ref: '#/components/schemas/Failure' }",
  "{ allOf: [{ $ref: '#/components/schemas/Failure' }, { description: More. }] }",
])("%s is limited to a type", (body) => {
  expect(of(body)).toEqual([]);
});

test("no body is valid", () => {
  expect(findings("body-not-object", contract())).toEqual([]);
});
