import { flagRule } from "./flag-rule.js";

/** An action that can't be repeated any more. */
export const actionNotIdempotent = flagRule("idempotent", false, {
  id: "action-not-idempotent",
  breaks: "client",
  why: "Clients that call it again after a failure may do the work twice.",
  says: "is no longer idempotent",
});
