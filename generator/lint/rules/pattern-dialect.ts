import { patternFlags, startsWithFlags } from "../../../templates/runtime/json-schema/match-pattern.js";
import { schemaPatterns } from "../schema-patterns.js";
import type { Rule } from "../rule.js";

/** Patterns with flags in front, as other engines know them, are not checked: dropping the flags would refuse what they allow. */
export const patternDialect: Rule = {
  code: "pattern-dialect",
  check(context) {
    for (const { pattern, locate } of schemaPatterns(context)) {
      if (startsWithFlags(pattern) && patternFlags(pattern).flags === undefined)
        context.report("pattern-dialect", { pattern }, locate());
    }
  },
};
