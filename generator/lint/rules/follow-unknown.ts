import { bindingProblems } from "../bindings.js";
import { defineRule } from "../rule.js";

/** Actions that a contract seems to let callers follow are followed only if the facts for it are known. */
export const followUnknown = defineRule({
  code: "follow-unknown",
  severity: "warning",
  comparesParts: true,
  message: ({ text }: { text: string }) => `clients can't follow asynchronous actions: ${text}`,
  hint: "Define async in the operation's binding, or async: null if callers don't follow.",
  cause:
    "The contract has an operation resource, or a 202 with its URL, but not all that a client needs to wait for the outcome: the id or URL, and the states that mean running, done and failed. The generated client then has no follow.",
  bad: `
      x-platform-vm-actions: { resize: { async: true } }
      responses:
        "200": { description: Done. }
        "202": { description: Accepted., headers: { Location: { schema: { type: string } } } }`,
  good: `
      x-platform-action-binding: { async: null }
      x-platform-vm-actions: { resize: { async: true } }
      responses:
        "200": { description: Done. }
        "202": { description: Accepted., headers: { Location: { schema: { type: string } } } }`,
  at: "operation",

  check(context, report) {
    for (const { text, hint, holder, key } of bindingProblems(context, "follow-unknown"))
      report({ text }, context.locations.key(holder, key), { hint });
  },
});
