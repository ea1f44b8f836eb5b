import { quote } from "../../diagnostics/escape.js";
import type { JsonObject } from "../../document/json-value.js";
import { growthIn } from "../../json-schema/pattern/growth-in.js";
import type { Growth } from "../../json-schema/pattern/growth.js";
import { patternFlags } from "../../../templates/runtime/json-schema/match-pattern.js";
import { reachableSchemas } from "../reachable-schemas.js";
import { responsesOf, resultOf } from "../revealing.js";
import { defineRule, type RuleContext } from "../rule.js";
import { schemaPatterns } from "../schema-patterns.js";

/** Steps of a matcher that nobody notices: some milliseconds. */
const harmlessSteps = 10_000_000;

/**
 * A short text must not keep the server busy: patterns are matched in linear time, or have a small `maxLength`. Only those
 * that judge nothing but what the server itself sends may take longer.
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
    let sent: ReadonlySet<JsonObject> | undefined;
    for (const { pattern, schema, locate, isInput, maxLength } of schemaPatterns(context)) {
      const { flags } = patternFlags(pattern);
      if (flags === undefined) continue;
      const cost = costOf(pattern, growthIn(context.upgraded, pattern, flags), maxLength);
      if (cost === undefined) continue;
      sent ??= sentSchemas(context);
      if (!isInput && sent.has(schema)) continue;
      const hint = backReference.test(pattern) ? "Write the possible repetitions out, for example (aa|bb)." : undefined;
      report({ pattern, cost }, locate(), { hint });
    }
  },
});

function sentSchemas(context: RuleContext): Set<JsonObject> {
  const sent = [...context.operations.flatMap((node) => responsesOf(context, node, "all")), ...context.actions.map(resultOf)];
  return new Set([...reachableSchemas(context, sent)].map(({ schema }) => schema));
}

/** `\1` or `\k<name>`, where no backslash stands before it. */
const backReference = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;

function costOf(pattern: string, growth: Growth, maxLength: number): string | undefined {
  if (growth === "exponential") return "can take time that doubles with each character of a text";
  if (growth === "unknown") {
    return backReference.test(pattern)
      ? "has a back reference, so there is no limit to how long it can take"
      : "is too complex to tell how long it can take";
  }
  if (growth.degree === 1 || maxLength ** growth.degree <= harmlessSteps) return undefined;
  return `can take time that grows with the power ${growth.degree} of a text's length`;
}
