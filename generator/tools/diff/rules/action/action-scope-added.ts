import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedTo } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A scope that is needed now. */
export const actionScopeAdded: PairRule<ActionPair> = {
  id: "action-scope-added",
  breaks: "client",
  why: "Clients whose tokens don't have the scope are answered 403.",
  check({ before, after }, report) {
    for (const scope of addedTo(before.model.scopes, after.model.scopes))
      report(`${describeAction(after)} needs the scope ${quote(scope)} now`, placesOf({ before, after }, "scopes"));
  },
};
