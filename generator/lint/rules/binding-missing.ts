import { bindingProblems } from "../bindings.js";
import { defineRule } from "../rule.js";

/** The facts of actions and services need a location in what the API returns. */
export const bindingMissing = defineRule({
  code: "binding-missing",
  severity: "error",
  comparesParts: true,
  message: ({ text }: { text: string }) => text,
  hint: "Give the location in the operation's binding: a JSON pointer, or null if there is none.",
  cause:
    "An action has a result or statuses, or an endpoint has actions of several types, but the response's schema doesn't show their locations. Locations are never guessed. A success whose content is neither JSON nor text can't contain any fact.",
  bad: `
      x-platform-vm-actions: { start: { result: { type: object } } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { state: { type: string } } } } }`,
  good: `
      x-platform-vm-actions: { start: { result: { type: object } } }
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema: { type: object, properties: { state: { type: string }, output: { type: object } } }`,
  at: "operation",

  check(context, report) {
    for (const { text, hint, holder, key } of bindingProblems(context, "binding-missing"))
      report({ text }, context.locations.key(holder, key), { hint });
  },
});
