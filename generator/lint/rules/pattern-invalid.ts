import { patternFlags, startsWithFlags } from "../../../templates/runtime/json-schema/match-pattern.js";
import { schemaPatterns } from "../schema-patterns.js";
import type { Rule } from "../rule.js";

/** A pattern that no ECMAScript engine compiles can't be checked. */
export const patternInvalid: Rule = {
  code: "pattern-invalid",
  check(context) {
    for (const { pattern, locate } of schemaPatterns(context)) {
      const { flags, problem } = patternFlags(pattern);
      if (flags === undefined && !startsWithFlags(pattern))
        context.report("pattern-invalid", { pattern, reason: problem }, locate());
    }
  },
};
