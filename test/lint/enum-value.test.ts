import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("values that are there twice", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { enum: [a, b, a, { x: 1, y: 2 }, { y: 2, x: 1 }] }" }))).toEqual([
    '[a] error "enum" has a value twice',
    '[{ y: 2, x: 1 }] error "enum" has a value twice',
  ]);
});

test("values of another type", () => {
  expect(findings("enum-value", contract({ schemas: "Pet: { type: string, enum: [no, 010, 1.5, 2020-01-01, ~] }" }))).toEqual([
    '[010] error "enum" has a value that is not of type string',
    '[1.5] error "enum" has a value that is not of type string',
    '[~] error "enum" has a value that is not of type string',
  ]);
  expect(findings("enum-value", contract({ schemas: "Pet: { type: string, enum: [1.0, 1.1] }" }))).toEqual([]);
});

test("values of the type are fine", () => {
  expect(
    findings("enum-value", contract({ schemas: "Pet: { type: [integer, 'null'], enum: [1, 2.0, null], const: 1 }" })),
  ).toEqual([]);
});
