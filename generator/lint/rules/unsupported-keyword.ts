import { quote } from "../../diagnostics/escape.js";
import { createCombinedCounter } from "../count-combined.js";
import { defineRule } from "../rule.js";
import { isOwnDialect, unsupportedKeywords } from "../schema-keywords.js";

/** Schemas that `unevaluatedProperties` keeps account of at most: all of them become part of its validator. */
const mostCombined = 500;

/** Keywords that the generated validators would judge wrongly are refused, each by name. */
export const unsupportedKeyword = defineRule({
  code: "unsupported-keyword",
  severity: "error",
  message: ({ keyword, feature }: { keyword: string; feature: string }) => `${quote(keyword)}: ${feature} not supported`,
  cause: "The keyword exists, but generated validators would judge values wrongly by it. So it is refused instead of ignored.",
  bad: "Node: { $dynamicAnchor: node, type: object }",
  good: "Node: { type: object }",
  at: "schemas",

  check({ schemas, upgraded, places }, report) {
    const countCombined = createCombinedCounter(upgraded);
    for (const { schema } of schemas) {
      for (const keyword of Object.keys(schema)) {
        const found = unsupportedKeywords.get(keyword);
        if (found && !(keyword === "$schema" && isOwnDialect(schema[keyword])))
          report({ keyword, feature: found.feature }, places.key(schema, keyword), { hint: found.hint });
      }
      if (Object.hasOwn(schema, "unevaluatedProperties") && countCombined(schema) > mostCombined) {
        const keyword = "unevaluatedProperties";
        const feature = `telling what more than ${mostCombined} combined schemas evaluate is`;
        report({ keyword, feature }, places.key(schema, keyword), {
          hint: "Combine fewer schemas: each counts as often as a chain of allOf, anyOf, oneOf and $ref leads to it.",
        });
      }
    }
  },
});
