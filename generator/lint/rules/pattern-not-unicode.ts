import { quote } from "../../diagnostics/escape.js";
import { patternFlags } from "../../json-schema/pattern/match-pattern.js";
import { defineRule } from "../rule.js";
import { schemaPatterns } from "../schema-patterns.js";

/** Without the flag `u` a pattern means something else to some tools. */
export const patternNotUnicode = defineRule({
  code: "pattern-not-unicode",
  severity: "warning",
  message: ({ pattern, reason }: { pattern: string; reason: string }) =>
    `the pattern ${quote(pattern)} is only valid without the u flag, so it is matched without it: ${reason}`,
  hint: "Escape only the characters that need it. JSON Schema recommends the u flag.",
  cause:
    "JSON Schema recommends patterns that are valid with the flag `u`. Some tools reject this pattern, and others interpret it differently.",
  bad: 'Path: { type: string, pattern: "^\\\\-+$" }',
  good: 'Path: { type: string, pattern: "^-+$" }',
  at: "schemas",

  check(context, report) {
    for (const { pattern, locate } of schemaPatterns(context)) {
      const { flags, problem } = patternFlags(pattern);
      if (flags === "") report({ pattern, reason: problem ?? "" }, locate());
    }
  },
});
