import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedChoice } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A plan in which an action can run now. */
export const actionPlanAdded: PairRule<ActionPair> = {
  id: "action-plan-added",
  breaks: "server",
  why: "A server must be able to run it for services that it could refuse it to.",
  check({ before, after }, report) {
    const found = addedChoice(before.model.plans, after.model.plans);
    const places = placesOf({ before, after }, "availability", "plans");
    if (found === "all") report(`${describeAction(after)} is now available in every plan`, places);
    else for (const plan of found) report(`${describeAction(after)} is now available in the plan ${quote(plan)}`, places);
  },
};
