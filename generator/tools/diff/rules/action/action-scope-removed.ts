import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedTo } from "../../contract/pairs.js";
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
