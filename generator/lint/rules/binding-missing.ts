import { boundEndpoints } from "../bindings.js";
import { defineRule } from "../rule.js";

/** Every action that has a result needs a place for it in the response. */
export const bindingMissing = defineRule({
  code: "binding-missing",
  severity: "error",
  message: ({ text }: { text: string }) => text,
  hint: 'Add x-platform-action-binding: { response: { result: /… } } to the operation: a JSON pointer into the response, or "" if the whole body is the result.',
  cause:
    "The schema of the endpoint's success has neither a member `result` nor one object of which it says nothing, so that it does not show where an action's result stands.",
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
