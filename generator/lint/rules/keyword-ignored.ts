import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** Keywords of JSON Schema that have no effect where they are. */
export const keywordIgnored = defineRule({
  code: "keyword-ignored",
  severity: "warning",
  message: ({ keyword, reason }: { keyword: string; reason: string }) => `${quote(keyword)} is ignored: ${reason}`,
  hint: "Remove it.",
  cause:
    "The keyword exists but has no effect here. OpenAPI 3.0 has no `$id`, and no `$schema`. `additionalItems` needs the `$schema` of an older draft: in JSON Schema 2020-12, `items` is about what follows `prefixItems`.",
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
