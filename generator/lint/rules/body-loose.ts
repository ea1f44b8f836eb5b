import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { defineRule } from "../rule.js";
import { bodyShape } from "./body-not-object.js";

/**
 * Bodies that are objects in part: a schema that describes an object without saying so accepts texts and numbers too, a
 * list has no room for what comes later, and some bodies can never be sent.
 */
export const bodyLoose = defineRule({
  code: "body-loose",
  severity: "warning",
  message: ({ action, problem }: { action: string; problem: string }) => `the body of ${quote(action)} ${problem}`,
  cause:
    "The schema describes an object without saying so, or is a list. It accepts texts and numbers too, or leaves no room for what an action may need later.",
  bad: "add_ip: { body: { properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    for (const { name, action } of context.actions) {
      const shape = bodyShape(context, own(action, "body"));
      const problem = shape === "undeclared" || shape === "list" || shape === "nothing" ? problems[shape] : undefined;
      if (problem)
        report({ action: name, problem: problem.text }, context.locations.value(action, "body"), {
          hint: problem.hint,
        });
    }
  },
});

const problems = {
  undeclared: { text: "may be something else than an object", hint: "Say `type: object` in the body's schema." },
  list: { text: "is a list, not an object", hint: "Put the list into a property of an object." },
  nothing: { text: "can never be valid: its parts ask for different types", hint: "Look at the types in `allOf` and `$ref`." },
};
