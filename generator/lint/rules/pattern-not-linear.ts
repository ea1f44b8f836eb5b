import type { JsonObject } from "../../document/json-value.js";
import { growthIn } from "../../json-schema/pattern/growth-in.js";
import type { Growth } from "../../json-schema/pattern/growth.js";
import { patternFlags } from "../../../templates/runtime/json-schema/match-pattern.js";
import { schemaPatterns } from "../schema-patterns.js";
import { reachableSchemas } from "../reachable-schemas.js";
import { responsesOf, resultOf } from "../revealing.js";
import type { Rule, RuleContext } from "../rule.js";

/** Steps of a matcher that nobody notices: some milliseconds. */
const harmlessSteps = 10_000_000;

/**
 * A short text must not keep the server busy: patterns are matched in linear time, or have a small `maxLength`. Only those
 * that judge nothing but what the server itself sends may take longer.
 */
export const patternNotLinear: Rule = {
  code: "pattern-not-linear",
  check(context) {
    let sent: ReadonlySet<JsonObject> | undefined;
    for (const { pattern, schema, locate, isInput, maxLength } of schemaPatterns(context)) {
      const { flags } = patternFlags(pattern);
      if (flags === undefined) continue;
      const cost = costOf(pattern, growthIn(context.upgraded, pattern, flags), maxLength);
      if (cost === undefined) continue;
      sent ??= sentSchemas(context);
      if (!isInput && sent.has(schema)) continue;
      const hint = backReference.test(pattern) ? "Write the possible repetitions out, for example (aa|bb)." : undefined;
      context.report("pattern-not-linear", { pattern, cost }, locate(), { hint });
    }
  },
};

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
