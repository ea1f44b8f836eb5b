import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** Keywords of JSON Schema that say nothing where they are. */
export const keywordIgnored = defineRule({
  code: "keyword-ignored",
  severity: "warning",
  message: ({ keyword, reason }: { keyword: string; reason: string }) => `${quote(keyword)} is ignored: ${reason}`,
  hint: "Remove it.",
  cause:
    "The keyword exists, but it has no effect here: no `$ref` of a contract leads to an `$id` or `$anchor` (`ref-rebased` reports those that an `$id` moves), every schema is read as JSON Schema 2020-12 whatever its `$schema` is, and `additionalItems` needs a tuple of an older draft beside it.",
  bad: 'Node: { $id: "https://shop.test/node", type: object }',
  good: "Node: { type: object }",
  at: "schemas",

  check({ repairs, locations }, report) {
    for (const { schema, repair } of repairs) {
      if (repair.kind !== "idle") continue;
      report({ keyword: repair.keyword, reason: repair.reason }, locations.key(schema, repair.keyword));
    }
  },
});
