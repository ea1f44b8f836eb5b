import { quote } from "../../../../diagnostics/escape.js";
import { describeAction, errorSpots } from "../../contract/describe-action.js";
import type { ActionPair } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A failure that an action no longer has. */
export const actionErrorRemoved: PairRule<ActionPair> = {
  id: "action-error-removed",
  breaks: "nobody",
  why: "Clients that look out for it don't meet it any more.",
  check({ before, after }, report) {
    for (const { code } of before.model.errors) {
      if (after.model.errors.some((error) => error.code === code)) continue;
      report(`${describeAction(after)} no longer fails with ${quote(code)}`, {
        ...errorSpots({ before, after }, code),
        isGone: true,
      });
    }
  },
};
