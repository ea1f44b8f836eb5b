import { quote } from "../../diagnostics/catalog/entry.js";
import { suggest } from "../../diagnostics/suggest.js";
import type { Rule } from "../rule.js";
import { schemaKeywords, unsupportedKeywords } from "../schema-keywords.js";

/** A mistyped keyword checks nothing, and nobody notices. */
export const unknownKeyword: Rule = {
  code: "unknown-keyword",
  check({ schemas, places, report }) {
    for (const { schema } of schemas) {
      for (const keyword of Object.keys(schema)) {
        if (keyword.startsWith("x-") || schemaKeywords.has(keyword) || unsupportedKeywords.has(keyword)) continue;
        report("unknown-keyword", { keyword }, places.key(schema, keyword), { hint: hint(keyword) });
      }
    }
  },
};

function hint(keyword: string): string | undefined {
  if (keyword === "nullable") return 'OpenAPI 3.1 has no nullable. Add "null" to `type`: [string, "null"].';
  const near = suggest(keyword, schemaKeywords.keys());
  return near === undefined ? undefined : `Did you mean ${quote(near)}?`;
}
