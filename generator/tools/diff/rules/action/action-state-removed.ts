import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedChoice } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A service state in which an action can no longer run. */
export const actionStateRemoved: PairRule<ActionPair> = {
  id: "action-state-removed",
  breaks: "client",
  why: "Clients that call it in such a state are answered 409.",
  check({ before, after }, report) {
    const found = addedChoice(after.model.states, before.model.states);
    const places = placesOf({ before, after }, "availability", "states");
    if (found === "all") report(`${describeAction(after)} is now available in the listed states only`, places);
    else
      for (const state of found) report(`${describeAction(after)} is no longer available in the state ${quote(state)}`, places);
  },
};
