import { boundEndpoints, inPrefix } from "../bindings.js";
import { defineRule } from "../rule.js";

const hint = 'Declare a response "202", or say in x-platform-action-binding: { async: … } how its end is found.';

/** An action that completes asynchronously needs a status that says so. */
export const asyncUndeclared = defineRule({
  code: "async-undeclared",
  severity: "error",
  adjustable: true,
  message: ({ text }: { text: string }) => text,
  hint,
  cause:
    "The status 202 says that a request was accepted and that its work continues. Where the endpoint declares none, nothing tells callers to wait.",
  bad: `
      x-platform-vm-actions: { resize: { async: true } }
      responses: { "200": { description: Done. } }`,
  good: `
      x-platform-vm-actions: { resize: { async: true } }
      responses: { "200": { description: Done. }, "202": { description: Accepted. } }`,
  at: "operation",

  check(context, report) {
    for (const { problems } of boundEndpoints(context)) {
      for (const { kind, text, holder, key } of problems) {
        if (kind === "async-undeclared") report({ text }, context.locations.key(holder, key), inPrefix(hint, context));
      }
    }
  },
});
