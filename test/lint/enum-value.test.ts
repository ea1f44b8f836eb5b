import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("values that are there twice are refused", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { enum: [a, b, a, { x: 1, y: 2 }, { y: 2, x: 1 }] }" }))).toEqual([
    'openapi.yaml:21:25 error "enum" has a value twice',
    'openapi.yaml:21:42 error "enum" has a value twice',
  ]);
});

test("values of another type are refused", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { type: string, enum: [no, 010, 1.5, 2020-01-01, ~] }" }))).toEqual([
    'openapi.yaml:21:37 error "enum" has a value that is not of type string',
    'openapi.yaml:21:42 error "enum" has a value that is not of type string',
    'openapi.yaml:21:59 error "enum" has a value that is not of type string',
  ]);
  expect(findings("enum-value", contract({ schemas: "Pet: { type: [integer, 'null'], const: 1.5 }" }))).toEqual([
    'openapi.yaml:21:44 error "const" has a value that is not of type integer or null',
  ]);
});

test("values of the type are fine", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { type: [integer, 'null'], enum: [1, 2.0, null], const: 1 }" }))).toEqual([]);
});
