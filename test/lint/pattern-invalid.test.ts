import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

test("patterns that don't compile are rejected, as keys too", () => {
  expect(
    findings(
      "pattern-invalid",
      contract({ schemas: "Pet: { type: string, pattern: '[' }\nDog: { patternProperties: { '(': {} } }" }),
    ),
  ).toEqual([
    "['['] error the pattern \"[\" is not an ECMAScript regular expression: Unterminated character class",
    "['('] error the pattern \"(\" is not an ECMAScript regular expression: Unterminated group",
  ]);
});

test("patterns that compile, with or without the u flag, are valid", () => {
  expect(
    findings(
      "pattern-invalid",
      contract({ schemas: "Pet: { pattern: '^\\p{L}+$' }\nDog: { pattern: '^[\\ -\\~]$' }\nCat: { pattern: '(?i)^a$' }" }),
    ),
  ).toEqual([]);
});
