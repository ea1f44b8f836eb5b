import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** In OpenAPI 3.1 an exclusive bound is a number. The meaning of a boolean is clear, but other tools ignore or reject it. */
export const exclusiveBoolean = defineRule({
  code: "exclusive-boolean",
  severity: "warning",
  message: ({ keyword, limit, hasLimit }: { keyword: string; limit: string; hasLimit: boolean }) =>
    `${quote(keyword)} is a boolean, which OpenAPI 3.1 doesn't have; ${hasLimit ? `it applies to ${quote(limit)} as in 3.0` : `without ${quote(limit)} it is ignored`}`,
  hint: "Write the limit itself: `exclusiveMinimum: 0` instead of `minimum: 0` and `exclusiveMinimum: true`.",
  cause:
    "In OpenAPI 3.0 `exclusiveMinimum` and `exclusiveMaximum` are booleans that modify `minimum` and `maximum`; in 3.1 they are the limits themselves. Generated validators treat the boolean as 3.0 does; without `minimum` or `maximum` it has no effect. Other tools ignore or reject it.",
  bad: "Price: { type: number, minimum: 0, exclusiveMinimum: true }",
  good: "Price: { type: number, exclusiveMinimum: 0 }",
  at: "schemas",

  check({ repairs, locations }, report) {
    for (const { schema, repair } of repairs) {
      if (repair.kind !== "bound") continue;
      const { keyword, limit, hasLimit } = repair;
      report({ keyword, limit, hasLimit }, locations.value(schema, keyword));
    }
  },
});
