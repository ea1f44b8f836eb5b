import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, errorSpots } from "../../contract/actions.js";
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
