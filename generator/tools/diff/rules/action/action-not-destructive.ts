import { flagRule } from "./flag-rule.js";

/** An action that destroys nothing any more. */
export const actionNotDestructive = flagRule("destructive", false, {
  id: "action-not-destructive",
  breaks: "nobody",
  why: "Clients that ask before they call it only ask in vain.",
  says: "is no longer destructive",
});
