import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";
import { powerOf, slowPatterns } from "../slow-patterns.js";

interface Parameters {
  readonly pattern: string;
  readonly cost: string;
  readonly subject: "strings" | "names";
  readonly longest: number;
}

/** Slow patterns are only matched against short strings. */
export const patternBounded = defineRule({
  code: "pattern-bounded",
  severity: "warning",
  message: ({ pattern, cost, subject, longest }: Parameters) =>
    `the pattern ${quote(pattern)} ${cost}, so ${subject} of more than ${longest} characters are invalid`,
  hint: "Set `maxLength` to at most this limit; or start with ^, and let no two consecutive repetitions match the same text.",
  cause:
    "Backtracking makes matching slow on long strings, which callers could use to keep the server busy. So there is a limit: 2,000 characters if the time grows with the square of the length; 150 if it grows with the third power, or if the pattern has a back reference or very many possible repetitions.",
  bad: 'Label: { type: string, pattern: "\\\\s+$" }',
  good: 'Label: { type: string, maxLength: 200, pattern: "\\\\s+$" }',
  at: "schemas",

  check(context, report) {
    for (const { pattern, growth, longest, isForNames, locate } of slowPatterns(context)) {
      if (longest === undefined) continue;
      const isBacktracking = typeof growth === "object" && growth.longestText !== undefined;
      const cost = isBacktracking ? powerOf(growth) : "is matched without backtracking";
      report({ pattern, cost, subject: isForNames ? "names" : "strings", longest }, locate());
    }
  },
});
