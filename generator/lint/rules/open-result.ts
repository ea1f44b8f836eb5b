import { quote } from "../../diagnostics/escape.js";
import { reportOpenObjects } from "../open-objects.js";
import { defineRule } from "../rule.js";

/** An open result lets through what a handler adds by mistake. Off by default: most APIs keep results open to grow. */
export const openResult = defineRule({
  code: "open-result",
  severity: "warning",
  optional: true,
  message: ({ action }: { action: string }) => `the result of ${quote(action)} allows undeclared properties implicitly`,
  hint: "Write `additionalProperties: false`, or `true` if that is meant.",
  cause:
    "The result allows undeclared properties, so a server sends whatever a handler adds to it, a secret included. Closed results show what is sent, but each new property is then a breaking change for clients that validate responses.",
  bad: "rotate: { result: { type: object, properties: { rotated: { type: boolean } } } }",
  good: "rotate: { result: { type: object, properties: { rotated: { type: boolean } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    reportOpenObjects(context, "result", report);
  },
});
