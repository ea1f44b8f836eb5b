import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { decisiveNearMiss, schemaKeywords } from "../../document/schema-keywords.js";
import { defineRule } from "../rule.js";

/** JSON Schema ignores unknown keywords, so a mistyped one would go unnoticed and check nothing. */
export const unknownKeyword = defineRule({
  code: "unknown-keyword",
  severity: "warning",
  message: ({ keyword, meant }: { keyword: string; meant: string | undefined }) =>
    meant === undefined
      ? `unknown keyword ${quote(keyword)} is ignored`
      : `${quote(keyword)} ${meant === keyword ? "must be true or false" : `is probably a mistyped ${quote(meant)}`}`,
  hint: "Remove the keyword, or start its name with x-.",
  cause:
    "JSON Schema ignores unknown keywords, and so does all generated code. It is an error if the name differs in one or two letters from a keyword that validates values: a mistyped keyword checks nothing, and nobody notices.",
  bad: "Name: { type: string, summary: What it is called. }",
  good: "Name: { type: string, description: What it is called. }",
  at: "schemas",

  check({ repairs, locations }, report) {
    for (const { schema, repair } of repairs) {
      if (repair.kind !== "unknown") continue;
      const { keyword } = repair;
      const meant = decisiveNearMiss(keyword);
      report({ keyword, meant }, locations.key(schema, keyword), {
        hint: hint(keyword, meant),
        severity: meant === undefined ? "warning" : "error",
      });
    }
  },
});

/** Names that other tools or versions use. */
const counterparts: ReadonlyMap<string, string> = new Map([
  ["max", "maximum"],
  ["min", "minimum"],
]);

function hint(keyword: string, meant: string | undefined): string | undefined {
  if (keyword === "nullable") return 'In OpenAPI 3.1, add "null" to `type`: [string, "null"].';
  const near = meant ?? counterparts.get(keyword) ?? suggest(keyword, schemaKeywords.keys());
  return near === undefined ? undefined : `Did you mean ${quote(near)}?`;
}
