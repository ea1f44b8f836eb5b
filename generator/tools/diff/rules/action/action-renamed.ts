import { quote } from "../../../../diagnostics/catalog/entry.js";
import { describeAction, type ServiceTypePair } from "../../contract/actions.js";
import type { PairRule } from "../../rule.js";

/** An action that is gone, and one that looks like it and is new. */
export const actionRenamed: PairRule<ServiceTypePair> = {
  id: "action-renamed",
  breaks: "both",
  why: "Clients that invoke it by its old name are answered 404. Keep the old name as a deprecated action beside the new one.",
  check({ renamedActions }, report) {
    for (const { before, after } of renamedActions) {
      const places = { before: before.spot, after: after.spot };
      report(`${describeAction(before)} is gone; ${quote(after.model.name)} looks like its new name`, places);
    }
  },
};
