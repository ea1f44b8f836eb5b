import { quote } from "../../diagnostics/escape.js";
import type { Growth } from "../../json-schema/pattern/growth.js";
import { linearPatternKey, matchingOf } from "../../json-schema/pattern/matching.js";
import { defineRule } from "../rule.js";
import { powerOf, slowPatterns } from "../slow-patterns.js";

/**
 * A short string must not keep the server busy. Patterns that are too slow at 150 characters are rejected, unless a
 * small `maxLength` compensates for that, or the schema opts in to matching without backtracking. Only patterns of
 * values that the server itself sends may take longer.
 */
export const patternNotLinear = defineRule({
  code: "pattern-not-linear",
  severity: "error",
  adjustable: true,
  message: ({ pattern, cost }: { pattern: string; cost: string }) => `the pattern ${quote(pattern)} ${cost}`,
  hint: "Let no two consecutive repetitions match the same text, and start with ^; or set a small `maxLength` if the pattern isn't exponential.",
  cause: "Backtracking can make the match very slow even on a short string, so one request could keep the server busy.",
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
        ? "Set `maxLength` next to it: below `not`, `if`, `contains` or `oneOf`, a string that is too long to be matched could be valid."
        : backReference.test(pattern)
          ? "List the possible repetitions, for example (aa|bb)."
          : matchingOf(pattern).tree
            ? `Let no two consecutive repetitions match the same text, and start with ^. If you can't change it, write ${linearPatternKey(context.extensionPrefix)}: true next to it: it is then matched without backtracking.`
            : undefined;
      report({ pattern, cost: costOf(pattern, growth) }, locate(), { hint });
    }
  },
});

/** `\1` or `\k<name>` without a preceding backslash. */
const backReference = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;

function costOf(pattern: string, growth: Growth): string {
  if (growth === "exponential") return "can take time that doubles with each character";
  if (typeof growth === "object") return powerOf(growth);
  return backReference.test(pattern)
    ? "has a back reference, so there is no limit to how long it can take"
    : "is too complex to determine how long it can take";
}
