import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";
import { powerOf, slowPatterns } from "../slow-patterns.js";

interface Parameters {
  readonly pattern: string;
  readonly cost: string;
  readonly subject: "texts" | "names";
  readonly longest: number;
}

/** Patterns that long texts could keep busy are matched against short ones only. */
export const patternBounded = defineRule({
  code: "pattern-bounded",
  severity: "warning",
  message: ({ pattern, cost, subject, longest }: Parameters) =>
    `the pattern ${quote(pattern)} ${cost}, so ${subject} of more than ${longest} characters are invalid`,
  hint: "Set a `maxLength` of at most that beside it; or start with ^, and let no two repetitions that follow each other match the same text.",
  cause:
    "A matcher that backtracks takes long over a long text, and whoever sends it could keep the server busy. Longer texts than 2,000 characters are therefore invalid where the time grows with the square of the length; where it grows with the third power, or the pattern has a back reference or repeats very many ways, those of more than 150.",
  bad: 'Label: { type: string, pattern: "\\\\s+$" }',
  good: 'Label: { type: string, maxLength: 200, pattern: "\\\\s+$" }',
  at: "schemas",

  check(context, report) {
    for (const { pattern, growth, longest, isForNames, locate } of slowPatterns(context)) {
      if (longest === undefined) continue;
      const isBacktracking = typeof growth === "object" && growth.longestText !== undefined;
      const cost = isBacktracking ? powerOf(growth) : "is matched without backtracking";
      report({ pattern, cost, subject: isForNames ? "names" : "texts", longest }, locate());
    }
  },
});
