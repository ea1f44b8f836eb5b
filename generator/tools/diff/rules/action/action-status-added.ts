import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedChoice } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";

/** A value that `status` of the answer can have now. */
export const actionStatusAdded: PairRule<ActionPair> = {
  id: "action-status-added",
  breaks: "client",
  why: "A client that tells the listed values of `status` apart meets one that it doesn't know.",
  check({ before, after }, report) {
    const added = addedChoice(statusesOf(before.model), statusesOf(after.model));
    const places = placesOf({ before, after }, "statuses");
    if (added === "all") report(`${describeAction(after)} can answer with any status now`, places);
    else for (const status of added) report(`${describeAction(after)} can also answer with the status ${quote(status)}`, places);
  },
};

/** An empty list allows every status. */
export function statusesOf({ statuses }: { readonly statuses: readonly string[] }): readonly string[] | undefined {
  return statuses.length === 0 ? undefined : statuses;
}
