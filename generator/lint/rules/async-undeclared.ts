import { bindingProblems, inPrefix } from "../bindings.js";
import { defineRule } from "../rule.js";

const hint =
  'Declare a response "202", or define in x-platform-action-binding: { async: … } how callers find out that the action has completed.';

/** An action that completes asynchronously needs a declared 202. */
export const asyncUndeclared = defineRule({
  code: "async-undeclared",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ text }: { text: string }) => text,
  hint,
  cause:
    "The status 202 means that a request was accepted and its work continues. If the endpoint doesn't declare it, callers don't know that they have to wait.",
  bad: `
      x-platform-vm-actions: { resize: { async: true } }
      responses: { "200": { description: Done. } }`,
  good: `
      x-platform-vm-actions: { resize: { async: true } }
      responses: { "200": { description: Done. }, "202": { description: Accepted. } }`,
  at: "operation",

  check(context, report) {
    for (const { text, holder, key } of bindingProblems(context, "async-undeclared"))
      report({ text }, context.locations.key(holder, key), inPrefix(hint, context));
  },
});
