import { quote } from "../../diagnostics/escape.js";
import { patternFlags } from "../../json-schema/pattern/match-pattern.js";
import { defineRule } from "../rule.js";
import { schemaPatterns } from "../schema-patterns.js";

/** A pattern that doesn't compile can't be checked. */
export const patternInvalid = defineRule({
  code: "pattern-invalid",
  severity: "error",
  message: ({ pattern, reason }: { pattern: string; reason: string }) =>
    `the pattern ${quote(pattern)} is not an ECMAScript regular expression: ${reason}`,
  cause: "The pattern doesn't compile, so no value could be checked against it.",
  bad: 'Code: { type: string, pattern: "^[A-Z+$" }',
  good: 'Code: { type: string, pattern: "^[A-Z]+$" }',
  at: "schemas",

  check(context, report) {
    for (const { pattern, locate } of schemaPatterns(context)) {
      const found = patternFlags(pattern);
      if (found.flags === undefined && found.foreign === undefined) report({ pattern, reason: found.problem }, locate());
    }
  },
});
