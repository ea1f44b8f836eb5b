import { quote } from "../../../../diagnostics/escape.js";
import { describeAction, placesOf } from "../../contract/describe-action.js";
import { addedTo } from "../../contract/lists.js";
import type { ActionPair } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A scope that is no longer needed. */
export const actionScopeRemoved: PairRule<ActionPair> = {
  id: "action-scope-removed",
  breaks: "nobody",
  why: "Whoever could call it still can; so can others.",
  check({ before, after }, report) {
    for (const scope of addedTo(after.model.scopes, before.model.scopes))
      report(`${describeAction(after)} no longer needs the scope ${quote(scope)}`, placesOf({ before, after }, "scopes"));
  },
};
