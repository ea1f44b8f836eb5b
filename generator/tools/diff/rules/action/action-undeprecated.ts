import { flagRule } from "./flag-rule.js";

/** An action that was to go and stays. */
export const actionUndeprecated = flagRule("deprecated", false, {
  id: "action-undeprecated",
  breaks: "nobody",
  why: "What clients have keeps working.",
  says: "is no longer deprecated",
});
