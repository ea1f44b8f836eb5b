import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, errorSpots } from "../../contract/actions.js";
import type { PairRule } from "../../rule.js";

/** A failure of an action that it didn't have. */
export const actionErrorAdded: PairRule<ActionPair> = {
  id: "action-error-added",
  breaks: "client",
  severity: "warning",
  why: "Clients that tell an action's errors apart meet one that they don't know. Any call can fail, so they should cope.",
  check({ before, after }, report) {
    for (const { code, status } of after.model.errors) {
      if (before.model.errors.some((error) => error.code === code)) continue;
      report(`${describeAction(after)} can fail with ${quote(code)} (${status})`, errorSpots({ before, after }, code));
    }
  },
};
