import { quote } from "../../diagnostics/escape.js";
import type { Growth } from "../../json-schema/pattern/growth.js";
import { linearPatternKey, matchingOf } from "../../json-schema/pattern/matching.js";
import { defineRule } from "../rule.js";
import { powerOf, slowPatterns } from "../slow-patterns.js";

/**
 * A short text must not keep the server busy. Patterns for which a text of 150 characters is too long are rejected, unless a
 * small `maxLength` makes up for it, or the schema says to match without backtracking; only those that judge nothing but what the
 * server itself sends may take longer.
 */
export const patternNotLinear = defineRule({
  code: "pattern-not-linear",
  severity: "error",
  adjustable: true,
  message: ({ pattern, cost }: { pattern: string; cost: string }) => `the pattern ${quote(pattern)} ${cost}`,
  hint: "Let no two repetitions that follow each other match the same text, and start with ^; or set a small `maxLength` beside a pattern that isn't exponential.",
  cause:
    "A matcher that backtracks can take very long over a short text. Whoever may send the value can keep the server busy with one request.",
  bad: `
      tag:
        body:
          type: object
          additionalProperties: false
          properties: { label: { type: string, pattern: "^([a-z]+-?)+$" } }`,
  good: `
      tag:
        body:
          type: object
          additionalProperties: false
          properties: { label: { type: string, maxLength: 64, pattern: "^[a-z]+(-[a-z]+)*$" } }`,
  at: "actions",

  check(context, report) {
    for (const { pattern, locate, growth, longest, isInverted } of slowPatterns(context)) {
      if (longest !== undefined) continue;
      const hint = isInverted
        ? "Set a `maxLength` beside it: below `not`, `if`, `contains` or `oneOf`, a text that is too long to be matched could be valid."
        : backReference.test(pattern)
          ? "Write the possible repetitions out, for example (aa|bb)."
          : matchingOf(context.upgraded, pattern).tree
            ? `Let no two repetitions that follow each other match the same text, and start with ^. If it isn't yours to change, write ${linearPatternKey(context.extensionPrefix)}: true beside it: it is then matched without backtracking.`
            : undefined;
      report({ pattern, cost: costOf(pattern, growth) }, locate(), { hint });
    }
  },
});

/** `\1` or `\k<name>`, where no backslash stands before it. */
const backReference = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;

function costOf(pattern: string, growth: Growth): string {
  if (growth === "exponential") return "can take time that doubles with each character of a text";
  if (typeof growth === "object") return powerOf(growth);
  return backReference.test(pattern)
    ? "has a back reference, so there is no limit to how long it can take"
    : "is too complex to tell how long it can take";
}
