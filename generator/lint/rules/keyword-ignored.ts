import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** Keywords of JSON Schema that have no effect where they are. */
export const keywordIgnored = defineRule({
  code: "keyword-ignored",
  severity: "warning",
  message: ({ keyword, reason }: { keyword: string; reason: string }) => `${quote(keyword)} is ignored: ${reason}`,
  hint: "Remove it.",
  cause:
    "The keyword exists but has no effect here. OpenAPI 3.0 has no `$id`. Every schema is read as JSON Schema 2020-12, whatever its `$schema`. `additionalItems` needs a tuple in the style of an older draft.",
  bad: "Node: { id: node, type: object }",
  good: "Node: { type: object }",
  at: "schemas",

  check({ repairs, locations }, report) {
    for (const { schema, repair } of repairs) {
      if (repair.kind !== "idle") continue;
      report({ keyword: repair.keyword, reason: repair.reason }, locations.key(schema, repair.keyword));
    }
  },
});
