import { expect, test } from "vitest";
import { patternFlags } from "../../generator/json-schema/pattern/match-pattern.js";
import { contract, findings } from "./lint-text.js";

const found = (pattern: string) =>
  findings("pattern-dialect", contract({ schemas: `Pet: { type: string, pattern: '${pattern}' }` }));

test.each([
  ["(?i)^(all|none)$", "(?i)"],
  ["^(?i)a$", "(?i)"],
  ["^(?i:a)$", "(?i:"],
  ["^(?s-m:.)$", "(?s-m:"],
  ["\\A[a-z]+\\Z", "\\A"],
  ["^a\\z", "\\z"],
  ["^\\h+$", "\\h"],
  ["^\\Q.\\E$", "\\Q"],
  ["^[[:alpha:]]+$", "[:alpha:]"],
  ["^[_[:^digit:]]+$", "[:^digit:]"],
  ["^a++$", "++"],
  ["^[a-z]{2,}+$", "{2,}+"],
  ["^(?>a|b)$", "(?>"],
  ["^a(?#a letter)$", "(?#"],
  ["^(?P<year>[0-9]+)$", "(?P<"],
  ["^\\pL+$", "\\p"],
  ["^\\p{IsGreek}+$", "\\p{IsGreek}"],
])("%s is of another dialect: a warning, and not validated", (pattern, construct) => {
  const quoted = (text: string) => JSON.stringify(text);
  expect(found(pattern)).toEqual([
    `['${pattern}'] warning the pattern ${quoted(pattern)} has ${quoted(construct)}, which ECMAScript doesn't support, so it is not checked`,
  ]);
  expect(patternFlags(pattern).flags).toBeUndefined();
});

test.each([
  "(?:i)^(?=a)$",
  "^(?<year>[0-9]+)(?<!0)$",
  "^[:alpha:]+$",
  "^[*+++]+$",
  "^\\++$",
  "^a+?b{2}?$",
  "^\\p{L}+$",
  "^🐲+$",
  "^[\\-_]\\_+$",
  "^{a}+$",
  "^\\\\A$",
])("%s is valid in ECMAScript", (pattern) => {
  expect(found(pattern)).toEqual([]);
  expect(["", "u"]).toContain(patternFlags(pattern).flags);
});
