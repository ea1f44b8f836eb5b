import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** Values that an action that only reads can't have. */
const contradictions = [
  ["destructive", true, "destroys something"],
  ["idempotent", false, "acts again when it is repeated"],
] as const;

/** An action that only reads destroys nothing and can be repeated. */
export const actionFlags = defineRule({
  code: "action-flags",
  severity: "warning",
  message: ({ name, effect }: { name: string; effect: string }) => `the action ${quote(name)} is read-only, but ${effect}`,
  hint: "Remove one of the two.",
  cause:
    "Clients repeat read-only actions after a failure, and offer them without asking for confirmation. An action that changes something must not be among them.",
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
