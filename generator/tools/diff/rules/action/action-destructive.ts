import { flagRule } from "./flag-rule.js";

/** An action that destroys something now. */
export const actionDestructive = flagRule("destructive", true, {
  id: "action-destructive",
  breaks: "client",
  why: "Clients that call it without asking destroy something.",
  says: "is destructive now",
});
