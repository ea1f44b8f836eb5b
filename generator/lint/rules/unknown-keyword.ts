import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { defineRule } from "../rule.js";
import { schemaKeywords, unsupportedKeywords } from "../schema-keywords.js";

/** A mistyped keyword checks nothing, and nobody notices. */
export const unknownKeyword = defineRule({
  code: "unknown-keyword",
  severity: "error",
  adjustable: true,
  message: ({ keyword }: { keyword: string }) => `${quote(keyword)} is not a keyword of schemas`,
  hint: "Remove it, or start its name with x-.",
  cause: "JSON Schema ignores keywords it doesn't know. A mistyped one checks nothing, and nobody notices.",
  bad: "Name: { type: string, maxLenght: 10 }",
  good: "Name: { type: string, maxLength: 10 }",
  at: "schemas",

  check({ schemas, locations }, report) {
    for (const { schema } of schemas) {
      for (const keyword of Object.keys(schema)) {
        // OpenAPI 3.1 gives a reference a summary of its own; a description is a keyword anyway.
        if (keyword === "summary" && Object.hasOwn(schema, "$ref")) continue;
        if (keyword.startsWith("x-") || schemaKeywords.has(keyword) || unsupportedKeywords.has(keyword)) continue;
        report({ keyword }, locations.key(schema, keyword), { hint: hint(keyword) });
      }
    }
  },
});

/** What is called otherwise elsewhere. */
const counterparts: ReadonlyMap<string, string> = new Map([
  ["max", "maximum"],
  ["min", "minimum"],
]);

function hint(keyword: string): string | undefined {
  if (keyword === "nullable") return 'OpenAPI 3.1 has no nullable. Add "null" to `type`: [string, "null"].';
  const near = counterparts.get(keyword) ?? suggest(keyword, schemaKeywords.keys());
  return near === undefined ? undefined : `Did you mean ${quote(near)}?`;
}
