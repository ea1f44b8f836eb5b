import { flagRule } from "./flag-rule.js";

/** An action that is to go. */
export const actionDeprecated = flagRule("deprecated", true, {
  id: "action-deprecated",
  breaks: "nobody",
  why: "It goes on working; clients should look for another way.",
  says: "is deprecated",
});
