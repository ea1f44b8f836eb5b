import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedChoice } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A service state in which an action can run now. */
export const actionStateAdded: PairRule<ActionPair> = {
  id: "action-state-added",
  breaks: "server",
  why: "A server must be able to run it in a state in which it could refuse to.",
  check({ before, after }, report) {
    const found = addedChoice(before.model.states, after.model.states);
    const places = placesOf({ before, after }, "availability", "states");
    if (found === "all") report(`${describeAction(after)} is now available in every state`, places);
    else for (const state of found) report(`${describeAction(after)} is now available in the state ${quote(state)}`, places);
  },
};
