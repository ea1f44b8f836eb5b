import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedChoice } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A plan in which an action can no longer run. */
export const actionPlanRemoved: PairRule<ActionPair> = {
  id: "action-plan-removed",
  breaks: "client",
  why: "Clients of a service with such a plan are answered 409.",
  check({ before, after }, report) {
    const found = addedChoice(after.model.plans, before.model.plans);
    const places = placesOf({ before, after }, "availability", "plans");
    if (found === "all") report(`${describeAction(after)} is now available in the listed plans only`, places);
    else for (const plan of found) report(`${describeAction(after)} is no longer available in the plan ${quote(plan)}`, places);
  },
};
