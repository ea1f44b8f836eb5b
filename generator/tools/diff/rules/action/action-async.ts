import { flagRule } from "./flag-rule.js";

/** An action that goes on after its answer now. */
export const actionAsync = flagRule("async", true, {
  id: "action-async",
  breaks: "both",
  why: "The answer is 202 instead of 200 and comes before the work is done: clients have to wait for its end.",
  says: "is asynchronous now: it answers 202 before the work is done",
});
