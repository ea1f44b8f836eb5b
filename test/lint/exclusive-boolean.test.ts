import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("bounds that are true or false are read as in 3.0, where they are not reported", () => {
  const schemas = "Pet: { type: number, minimum: 1, exclusiveMinimum: true, exclusiveMaximum: false }";
  expect(findings("exclusive-boolean", contract({ schemas }))).toEqual([
    '[true] warning "exclusiveMinimum" is a boolean, which OpenAPI 3.1 doesn\'t have; it applies to "minimum" as in 3.0',
    '[false] warning "exclusiveMaximum" is a boolean, which OpenAPI 3.1 doesn\'t have; without "maximum" it is ignored',
  ]);
  expect(findings("keyword-value", contract({ schemas }))).toEqual([]);
  expect(findings("exclusive-boolean", contract({ openapi: "3.0.3", schemas }))).toEqual([]);
});

test("numbers are valid", () => {
  expect(findings("exclusive-boolean", contract({ schemas: "Pet: { type: number, exclusiveMinimum: 1 }" }))).toEqual([]);
});
