import { createCombinedCounter } from "../count-combined.js";
import type { Rule } from "../rule.js";
import { isOwnDialect, unsupportedKeywords } from "../schema-keywords.js";

/** Schemas that `unevaluatedProperties` keeps account of at most: all of them become part of its validator. */
const mostCombined = 500;

/** Keywords that the generated validators would judge wrongly are refused, each by name. */
export const unsupportedKeyword: Rule = {
  code: "unsupported-keyword",
  check({ schemas, upgraded, places, report }) {
    const countCombined = createCombinedCounter(upgraded);
    for (const { schema } of schemas) {
      for (const keyword of Object.keys(schema)) {
        const found = unsupportedKeywords.get(keyword);
        if (found && !(keyword === "$schema" && isOwnDialect(schema[keyword])))
          report("unsupported-keyword", { keyword, feature: found.feature }, places.key(schema, keyword), { hint: found.hint });
      }
      if (Object.hasOwn(schema, "unevaluatedProperties") && countCombined(schema) > mostCombined) {
        const keyword = "unevaluatedProperties";
        const feature = `telling what more than ${mostCombined} combined schemas evaluate is`;
        report("unsupported-keyword", { keyword, feature }, places.key(schema, keyword), {
          hint: "Combine fewer schemas: each counts as often as a chain of allOf, anyOf, oneOf and $ref leads to it.",
        });
      }
    }
  },
};
