import { quote } from "../../diagnostics/escape.js";
import { patternFlags } from "../../json-schema/pattern/match-pattern.js";
import { defineRule } from "../rule.js";
import { schemaPatterns } from "../schema-patterns.js";

/** Patterns of other engines are not checked: as ECMAScript they would reject valid values. */
export const patternDialect = defineRule({
  code: "pattern-dialect",
  severity: "warning",
  message: ({ pattern, foreign }: { pattern: string; foreign: string }) =>
    `the pattern ${quote(pattern)} has ${quote(foreign)}, which ECMAScript doesn't support, so it is not checked`,
  hint: "Write ^ and $ for \\A and \\Z, [A-Za-z] for [[:alpha:]], both cases for (?i): [Aa][Ll][Ll]; or use an enum.",
  cause:
    "JSON Schema uses the regular expressions of ECMAScript. Those of PCRE, POSIX, Python or Java have flags inside (`(?i)`), anchors such as `\\A` and `\\Z`, classes such as `[[:alpha:]]`, atomic groups and possessive quantifiers (`a++`), which ECMAScript rejects or reads as literal characters. No value is checked against this pattern.",
  bad: 'Answer: { type: string, pattern: "(?i)^yes$" }',
  good: 'Answer: { type: string, pattern: "^[Yy][Ee][Ss]$" }',
  at: "schemas",

  check(context, report) {
    for (const { pattern, locate } of schemaPatterns(context)) {
      const { flags, ...found } = patternFlags(pattern);
      if (flags === undefined && "foreign" in found) report({ pattern, foreign: found.foreign }, locate());
    }
  },
});
