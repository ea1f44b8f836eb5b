import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { defineRule } from "../rule.js";
import { bodyShape } from "./body-not-object.js";

/**
 * Bodies that may be other than objects: without `type: object` a schema accepts strings and numbers too, a
 * list can't be extended later, and some bodies can never be valid.
 */
export const bodyLoose = defineRule({
  code: "body-loose",
  severity: "warning",
  message: ({ action, problem }: { action: string; problem: string }) => `the body of ${quote(action)} ${problem}`,
  cause:
    "The schema has properties but no `type: object`, so it accepts strings and numbers too; or it describes a list or a single value, to which no property can be added later.",
  bad: "add_ip: { body: { properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
  at: "actions",

  check(context, report) {
    for (const { name, action } of context.actions) {
      if (!context.isWhole(own(action, "body"))) continue;
      const shape = bodyShape(context, own(action, "body"));
      const problem = shape === "object" || shape === "anything" ? undefined : problems[shape];
      if (problem)
        report({ action: name, problem: problem.text }, context.locations.value(action, "body"), {
          hint: problem.hint,
        });
    }
  },
});

const problems = {
  undeclared: { text: "may be something other than an object", hint: "Add `type: object` to the body's schema." },
  list: { text: "is a list, not an object", hint: "Put the list into a property of an object." },
  scalar: { text: "is a single value, not an object", hint: "Put the value into a property of an object." },
  nothing: { text: "can never be valid: its parts require different types", hint: "Check the types in `allOf` and `$ref`." },
};
