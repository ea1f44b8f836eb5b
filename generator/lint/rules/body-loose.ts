import { own } from "../../document/json-value.js";
import type { Rule } from "../rule.js";
import { bodyShape } from "./body-not-object.js";

/**
 * Bodies that are objects in part: a schema that describes an object without saying so accepts texts and numbers too, a
 * list has no room for what comes later, and some bodies can never be sent.
 */
export const bodyLoose: Rule = {
  code: "body-loose",
  check(context) {
    for (const { name, action } of context.actions) {
      const shape = bodyShape(context, own(action, "body"));
      const problem = shape === "undeclared" || shape === "list" || shape === "nothing" ? problems[shape] : undefined;
      if (problem)
        context.report("body-loose", { action: name, problem: problem.text }, context.places.value(action, "body"), {
          hint: problem.hint,
        });
    }
  },
};

const problems = {
  undeclared: { text: "may be something else than an object", hint: "Say `type: object` in the body's schema." },
  list: { text: "is a list, not an object", hint: "Put the list into a property of an object." },
  nothing: { text: "can never be valid: its parts ask for different types", hint: "Look at the types in `allOf` and `$ref`." },
};
