import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const told = '[nullable] warning "nullable" is not a keyword of OpenAPI 3.1; ';
const warning = `${told}null is accepted as in 3.0`;

test.each([
  "{ type: string, nullable: true }",
  "{ $ref: '#/components/schemas/Failure', nullable: true }",
  "{ type: object, properties: { a: { nullable: true, allOf: [{ type: object }] } } }",
])("is reported once in 3.1: %s", (schema) => {
  expect(findings("nullable-keyword", contract({ schemas: `Pet: ${schema}` }))).toEqual([warning]);
  expect(findings("nullable-keyword", contract({ openapi: "3.0.3", schemas: `Pet: ${schema}` }))).toEqual([]);
});

test.each([
  ["{ type: string, nullable: false }", "false has no effect"],
  ["{ type: string, enum: [a], nullable: true }", "it is supported as in 3.0, but the values of the schema exclude null"],
  ["{ const: a, nullable: true }", "it is supported as in 3.0, but the values of the schema exclude null"],
  ["{ type: string, enum: [a, null], nullable: true }", "null is accepted as in 3.0"],
])("describes its effect: %s", (schema, treatment) => {
  expect(findings("nullable-keyword", contract({ schemas: `Pet: ${schema}` }))).toEqual([told + treatment]);
});

test("is not a keyword in data and names, or with a value other than a boolean", () => {
  const schemas =
    'Pet: { type: object, default: { nullable: true }, properties: { nullable: { type: string, nullable: "yes" } } }';
  expect(findings("nullable-keyword", contract({ schemas }))).toEqual([]);
});

test.each([
  "{ type: string, nullable: true, enum: [x, y] }",
  "{ nullable: true, enum: [x, y] }",
  "{ nullable: true, enum: [x, y], allOf: [{ type: string }] }",
])("has no effect in 3.0 next to an enum without null: %s", (schema) => {
  expect(findings("nullable-keyword", contract({ openapi: "3.0.3", schemas: `Pet: ${schema}` }))).toEqual([
    '[nullable] warning "nullable" has no effect: `enum` doesn\'t list null, which is rejected',
  ]);
});

test.each(["{ type: string, nullable: true, enum: [x, null] }", "{ nullable: true, oneOf: [{ type: string, enum: [x] }] }"])(
  "has an effect in 3.0: %s",
  (schema) => {
    expect(findings("nullable-keyword", contract({ openapi: "3.0.3", schemas: `Pet: ${schema}` }))).toEqual([]);
  },
);
