import { quote } from "../../diagnostics/escape.js";
import { boundEndpoints, inPrefix } from "../bindings.js";
import { defineRule } from "../rule.js";

const hint = "Describe the response, or say in x-platform-action-binding where result, status and message stand.";

/** Where a contract says nothing about the body of a success, `{ action, status, message, result }` is assumed. */
export const bindingAssumed = defineRule({
  code: "binding-assumed",
  severity: "warning",
  message: ({ operation }: { operation: string }) =>
    `no success of ${quote(operation)} has a schema that describes its members: { action, status, message, result } is assumed`,
  hint,
  cause:
    "Servers and clients that are generated from it agree with each other, but perhaps not with the API that exists already.",
  bad: `
      x-platform-vm-actions: { start: {} }
      responses: { "200": { description: Done. } }`,
  good: `
      x-platform-vm-actions: { start: {} }
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema: { type: object, properties: { action: { type: string }, status: { type: string }, result: { type: object } } }`,
  at: "operation",

  check(context, report) {
    for (const { endpoint, binding } of boundEndpoints(context)) {
      const { method, path, operation } = endpoint;
      if (binding.isAssumed)
        report(
          { operation: `${method.toUpperCase()} ${path}` },
          context.locations.key(operation, "responses"),
          inPrefix(hint, context),
        );
    }
  },
});
