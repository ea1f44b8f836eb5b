import { expect, test } from "vitest";
import { contract, findings, lintText } from "./lint-text.js";

const open = contract({ actions: "restart: { body: { type: object }, result: { properties: { a: {} } } }" });

test("implicitly open results are warnings", () => {
  expect(findings("open-result", open)).toEqual([
    '[{ properties: { a: {} } }] warning the result of "restart" allows undeclared properties implicitly',
  ]);
  const closed = contract({ actions: "restart: { result: { type: object, additionalProperties: false } }" });
  expect(findings("open-result", closed)).toEqual([]);
});

test("the rule runs only if it is enabled", () => {
  const codes = (...optional: string[]) => lintText(open, optional).map(({ code }) => code);
  expect(codes()).toEqual(["open-body"]);
  expect(codes("open-result")).toEqual(["open-body", "open-result"]);
});
