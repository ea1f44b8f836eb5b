import { quote } from "../../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, placesOf } from "../../contract/actions.js";
import { addedChoice } from "../../contract/pairs.js";
import type { PairRule } from "../../rule.js";
import { statusesOf } from "./action-status-added.js";

/** A value that `status` of the answer can no longer have. */
export const actionStatusRemoved: PairRule<ActionPair> = {
  id: "action-status-removed",
  breaks: "server",
  why: "A server that still answers with it fails.",
  check({ before, after }, report) {
    const removed = addedChoice(statusesOf(after.model), statusesOf(before.model));
    const places = placesOf({ before, after }, "statuses");
    if (removed === "all") report(`${describeAction(after)} can only answer with the listed statuses now`, places);
    else
      for (const status of removed) report(`${describeAction(after)} no longer answers with the status ${quote(status)}`, places);
  },
};
