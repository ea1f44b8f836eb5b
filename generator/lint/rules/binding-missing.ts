import { boundEndpoints } from "../bindings.js";
import { defineRule } from "../rule.js";

/** Facts that actions and services have need a place in what the API returns. */
export const bindingMissing = defineRule({
  code: "binding-missing",
  severity: "error",
  message: ({ text }: { text: string }) => text,
  hint: "Name the place in the operation's binding: a JSON pointer, or null if it is not there.",
  cause:
    "An action has a result or statuses, or an endpoint has actions of several types, but the schema of the response does not show where these stand. What is neither shown nor written is not guessed. A success with content that is neither JSON nor text has no place for any fact.",
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
    for (const { problems } of boundEndpoints(context)) {
      for (const { kind, text, hint, holder, key } of problems) {
        if (kind === "binding-missing") report({ text }, context.locations.key(holder, key), { hint });
      }
    }
  },
});
