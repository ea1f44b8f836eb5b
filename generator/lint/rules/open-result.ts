import { quote } from "../../diagnostics/escape.js";
import { reportOpenObjects } from "../open-objects.js";
import { defineRule } from "../rule.js";

/** An open result passes on what a handler adds by mistake. Off by default: most APIs keep results open for extension. */
export const openResult = defineRule({
  code: "open-result",
  severity: "warning",
  optional: true,
  message: ({ action }: { action: string }) => `the result of ${quote(action)} allows undeclared properties implicitly`,
  hint: "Write `additionalProperties: false`, or `true` if this is intended.",
  cause:
    "The result allows undeclared properties, so a server sends whatever a handler adds to it, even a secret. A closed result defines exactly what is sent, but each new property is then a breaking change for clients that validate responses.",
  bad: "rotate: { result: { type: object, properties: { rotated: { type: boolean } } } }",
  good: "rotate: { result: { type: object, properties: { rotated: { type: boolean } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    reportOpenObjects(context, "result", report);
  },
});
