import { quote } from "../../diagnostics/escape.js";
import { patternFlags, startsWithFlags } from "../../../templates/runtime/json-schema/match-pattern.js";
import { defineRule } from "../rule.js";
import { schemaPatterns } from "../schema-patterns.js";

/** Patterns with flags in front, as other engines know them, are not checked: dropping the flags would refuse what they allow. */
export const patternDialect = defineRule({
  code: "pattern-dialect",
  severity: "warning",
  message: ({ pattern }: { pattern: string }) =>
    `the pattern ${quote(pattern)} starts with flags, which ECMAScript doesn't know, so values are not checked for it`,
  hint: "Write both cases out, for example [Aa][Ll][Ll], or use an enum.",
  cause:
    "JSON Schema uses the regular expressions of ECMAScript, which have no flags inside. No value is checked for this pattern.",
  bad: 'Answer: { type: string, pattern: "(?i)^yes$" }',
  good: 'Answer: { type: string, pattern: "^[Yy][Ee][Ss]$" }',
  at: "schemas",

  check(context, report) {
    for (const { pattern, locate } of schemaPatterns(context)) {
      if (startsWithFlags(pattern) && patternFlags(pattern).flags === undefined) report({ pattern }, locate());
    }
  },
});
