import { flagRule } from "./flag-rule.js";

/** An action that may change something now. */
export const actionNotReadOnly = flagRule("readOnly", false, {
  id: "action-not-read-only",
  breaks: "client",
  why: "Clients that call it without asking, because it changed nothing, change something now.",
  says: "is no longer read-only",
});
