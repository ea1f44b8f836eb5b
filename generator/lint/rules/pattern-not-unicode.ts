import { patternFlags } from "../../../templates/runtime/json-schema/match-pattern.js";
import { schemaPatterns } from "../schema-patterns.js";
import type { Rule } from "../rule.js";

/** Without the flag `u` a pattern means something else to some tools. */
export const patternNotUnicode: Rule = {
  code: "pattern-not-unicode",
  check(context) {
    for (const { pattern, locate } of schemaPatterns(context)) {
      const { flags, problem } = patternFlags(pattern);
      if (flags === "") context.report("pattern-not-unicode", { pattern, reason: problem ?? "" }, locate());
    }
  },
};
