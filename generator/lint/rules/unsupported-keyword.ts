import type { Rule } from "../rule.js";
import { unsupportedKeywords } from "../schema-keywords.js";

/** Keywords that the generated validators would judge wrongly are refused, each by name. */
export const unsupportedKeyword: Rule = {
  code: "unsupported-keyword",
  check({ schemas, places, report }) {
    for (const { schema } of schemas) {
      for (const keyword of Object.keys(schema)) {
        const found = unsupportedKeywords.get(keyword);
        if (found)
          report("unsupported-keyword", { keyword, feature: found.feature }, places.key(schema, keyword), { hint: found.hint });
      }
    }
  },
};
