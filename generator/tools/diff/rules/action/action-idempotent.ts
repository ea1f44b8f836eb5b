import { flagRule } from "./flag-rule.js";

/** An action that can be repeated now. */
export const actionIdempotent = flagRule("idempotent", true, {
  id: "action-idempotent",
  breaks: "server",
  why: "A server that does the work twice when it is called twice breaks what is promised.",
  says: "is idempotent now",
});
