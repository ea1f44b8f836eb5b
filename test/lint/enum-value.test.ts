import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("duplicate values", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { enum: [a, b, a, { x: 1, y: 2 }, { y: 2, x: 1 }] }" }))).toEqual([
    '[a] warning this value of "enum" is omitted: it is listed twice',
    '[{ y: 2, x: 1 }] warning this value of "enum" is omitted: it is listed twice',
  ]);
});

test("values of another type", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { type: string, enum: [no, 15, 1.5, 2020-01-01, null] }" }))).toEqual([
    '[15] warning this value of "enum" is omitted: it is not of type string',
    '[1.5] warning this value of "enum" is omitted: it is not of type string',
    '[null] warning this value of "enum" is omitted: it is not of type string',
  ]);
  expect(findings("enum-value", contract({ schemas: "Pet: { type: string, enum: [1.0, 1.1] }" }))).toEqual([]);
});

test("texts that YAML reads as something else are lost", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { type: [string, integer], enum: [010, ~, 0.50] }" }))).toEqual([
    '[~] error this value of "enum" is not of type string or integer: without quotes, "~" is null in YAML',
    '[0.50] error this value of "enum" is not of type string or integer: without quotes, "0.50" is 0.5 in YAML',
  ]);
  expect(findings("enum-value", contract({ schemas: "Pet: { type: integer, enum: [1, ~, 0.50] }" }))).toEqual([
    '[~] warning this value of "enum" is omitted: it is not of type integer',
    '[0.50] warning this value of "enum" is omitted: it is not of type integer',
  ]);
});

test("values of the type are valid", () => {
  expect(
    findings("enum-value", contract({ schemas: "Pet: { type: [integer, 'null'], enum: [1, 2.0, null], const: 1 }" })),
  ).toEqual([]);
});

test("null is a value of a nullable schema", () => {
  const schemas = "Pet: { type: string, nullable: true, enum: [a, null, 1] }";
  const found = ['[1] warning this value of "enum" is omitted: it is not of type string or null'];
  expect(findings("enum-value", contract({ openapi: "3.0.3", schemas }))).toEqual(found);
  expect(findings("enum-value", contract({ schemas }))).toEqual(found);
});
