import { quote } from "../../diagnostics/escape.js";
import { reportOpenObjects } from "../open-objects.js";
import { defineRule } from "../rule.js";

/** Misspelt properties of an open body are ignored: that should be decided, not forgotten. */
export const openBody = defineRule({
  code: "open-body",
  severity: "warning",
  message: ({ action }: { action: string }) => `the body of ${quote(action)} allows undeclared properties implicitly`,
  hint: "Write `additionalProperties: false`, or `true` if that is meant.",
  cause: "The body allows undeclared properties, which nobody decided. A misspelt property is then ignored silently.",
  bad: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } } } }",
  good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    reportOpenObjects(context, "body", report);
  },
});
