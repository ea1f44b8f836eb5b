import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** Flags that contradict `readOnly`, and the effect that each declares. */
const contradictions = [
  ["destructive", true, "destroys something"],
  ["idempotent", false, "not idempotent"],
] as const;

/** A read-only action destroys nothing and can be repeated. */
export const actionFlags = defineRule({
  code: "action-flags",
  severity: "warning",
  message: ({ name, effect }: { name: string; effect: string }) => `the action ${quote(name)} is read-only, but ${effect}`,
  hint: "Remove `readOnly` or the flag that contradicts it.",
  cause:
    "Clients retry read-only actions after a failure and run them without a confirmation. An action with side effects must not be marked as read-only.",
  bad: `
      purge:
        readOnly: true
        destructive: true
        body: { type: object, required: [queue], additionalProperties: false, properties: { queue: { type: string, maxLength: 63 } } }`,
  good: `
      purge:
        destructive: true
        body: { type: object, required: [queue], additionalProperties: false, properties: { queue: { type: string, maxLength: 63 } } }`,
  at: "actions",

  check({ actions, locations }, report) {
    for (const { name, action } of actions) {
      if (own(action, "readOnly") !== true) continue;
      for (const [flag, value, effect] of contradictions) {
        if (own(action, flag) === value) report({ name, effect }, locations.value(action, flag));
      }
    }
  },
});
