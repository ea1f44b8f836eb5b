import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("flags in front of a pattern are a warning", () => {
  expect(findings("pattern-dialect", contract({ schemas: "Pet: { type: string, pattern: '(?i)^(all|none)$' }" }))).toEqual([
    "['(?i)^(all|none)$'] warning the pattern \"(?i)^(all|none)$\" starts with flags, which ECMAScript doesn't know, so values are not checked for it",
  ]);
});

test("groups are fine", () => {
  expect(findings("pattern-dialect", contract({ schemas: "Pet: { type: string, pattern: '(?:i)^(?=a)$' }" }))).toEqual([]);
});
