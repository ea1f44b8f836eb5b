import { quote } from "../../diagnostics/escape.js";
import { reportOpenObjects } from "../open-objects.js";
import { defineRule } from "../rule.js";

/** An open body accepts misspelled properties: that should be a decision, not an oversight. */
export const openBody = defineRule({
  code: "open-body",
  severity: "warning",
  message: ({ action }: { action: string }) => `the body of ${quote(action)} allows undeclared properties implicitly`,
  hint: "Write `additionalProperties: false`, or `true` if this is intended.",
  cause:
    "The schema doesn't specify whether undeclared properties are allowed, so they are. A misspelled property is then ignored silently.",
  bad: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } } } }",
  good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    reportOpenObjects(context, "body", report);
  },
});
