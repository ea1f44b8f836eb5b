import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("patterns that the u flag rejects are a warning", () => {
  expect(findings("pattern-not-unicode", contract({ schemas: "Pet: { type: string, pattern: '\\-a\\_' }" }))).toEqual([
    "['\\-a\\_'] warning the pattern \"\\\\-a\\\\_\" is only valid without the u flag, so it is matched without it: Invalid escape",
  ]);
});

test("others are valid", () => {
  expect(
    findings("pattern-not-unicode", contract({ schemas: "Pet: { type: string, pattern: '^\\w-$' }\nDog: { pattern: '[' }" })),
  ).toEqual([]);
});
