import { describeAction, type ServiceTypePair } from "../../contract/actions.js";
import { at, type PairRule } from "../../rule.js";

/** An action that the service type didn't have. */
export const actionAdded: PairRule<ServiceTypePair> = {
  id: "action-added",
  breaks: "server",
  why: "Handlers are an exhaustive map: a server doesn't compile until it has one for the action.",
  check({ before, addedActions }, report) {
    for (const action of addedActions) {
      report(`${describeAction(action)} is a new action`, {
        before: at(before.spot.object, before.spot.key),
        after: action.spot,
      });
    }
  },
};
