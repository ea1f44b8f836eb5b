import { describeAction, type ServiceTypePair } from "../../contract/actions.js";
import type { PairRule } from "../../rule.js";

/** An action that is gone without a warning. */
export const actionRemovedWithoutDeprecation: PairRule<ServiceTypePair> = {
  id: "action-removed-without-deprecation",
  breaks: "client",
  why: "Clients that invoke it are answered 404, and nothing told them before. Deprecate an action for one version at least.",
  check({ after, removedActions }, report) {
    for (const action of removedActions.filter(({ model }) => !model.deprecated)) {
      report(`${describeAction(action)} is gone without having been deprecated`, {
        before: action.spot,
        after: after.spot,
        isGone: true,
      });
    }
  },
};
