import { describeAction, type ServiceTypePair } from "../../contract/actions.js";
import type { PairRule } from "../../rule.js";

/** A deprecated action that is gone. */
export const actionRemoved: PairRule<ServiceTypePair> = {
  id: "action-removed",
  breaks: "client",
  why: "Clients that still invoke it are answered 404, though they were told.",
  check({ after, removedActions }, report) {
    for (const action of removedActions.filter(({ model }) => model.deprecated)) {
      report(`${describeAction(action)}, which was deprecated, is gone`, {
        before: action.spot,
        after: after.spot,
        isGone: true,
      });
    }
  },
};
