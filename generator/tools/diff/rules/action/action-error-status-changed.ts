import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, errorSpots } from "../../contract/actions.js";
import type { PairRule } from "../../rule.js";

/** A failure of an action that is answered with another HTTP status. */
export const actionErrorStatusChanged: PairRule<ActionPair> = {
  id: "action-error-status-changed",
  breaks: "client",
  why: "Clients decide by the HTTP status what a failure means.",
  check({ before, after }, report) {
    for (const { code, status } of after.model.errors) {
      const old = before.model.errors.filter((error) => error.code === code);
      if (old.length === 0 || old.some((error) => error.status === status)) continue;
      const message = `${describeAction(after)} answers ${quote(code)} with ${status} instead of ${old[0]!.status}`;
      report(message, errorSpots({ before, after }, code));
    }
  },
};
