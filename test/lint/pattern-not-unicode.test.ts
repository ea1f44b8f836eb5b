import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("patterns that the u flag refuses are a warning", () => {
  expect(findings("pattern-not-unicode", contract({ schemas: "Pet: { type: string, pattern: '\\Aa\\Z' }" }))).toEqual([
    "['\\Aa\\Z'] warning the pattern \"\\\\Aa\\\\Z\" is only valid without the u flag: Invalid escape",
  ]);
});

test("others are fine", () => {
  expect(
    findings("pattern-not-unicode", contract({ schemas: "Pet: { type: string, pattern: '^\\w-$' }\nDog: { pattern: '[' }" })),
  ).toEqual([]);
});
