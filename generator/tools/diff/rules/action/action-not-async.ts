import { flagRule } from "./flag-rule.js";

/** An action that is done when it answers now. */
export const actionNotAsync = flagRule("async", false, {
  id: "action-not-async",
  breaks: "both",
  why: "The answer is 200 instead of 202: clients that look out for 202 don't meet it.",
  says: "is no longer asynchronous: it answers 200 when the work is done",
});
