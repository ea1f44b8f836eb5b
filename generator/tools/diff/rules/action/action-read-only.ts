import { flagRule } from "./flag-rule.js";

/** An action that changes nothing any more. */
export const actionReadOnly = flagRule("readOnly", true, {
  id: "action-read-only",
  breaks: "server",
  why: "A server that still changes something breaks what is promised.",
  says: "is read-only now",
});
