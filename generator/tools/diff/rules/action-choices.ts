import { quote } from "../../../diagnostics/catalog/entry.js";
import { type ActionPair, describeAction, actionAnchors } from "../contract/actions.js";
import { addedChoice } from "../contract/pairs.js";
import { inAction } from "../example.js";
import type { PairRule } from "../rule.js";

/** A plan in which an action can run now. */
export const actionPlanAdded: PairRule<ActionPair> = {
  id: "action-plan-added",
  breaks: "server",
  why: "A server must be able to run it for services that it could refuse it to.",
  example: inAction(`
      availability:
    -   plans: [dedicated]
    +   plans: [dedicated, shared]
  `),
  check({ before, after }, report) {
    const found = addedChoice(before.model.plans, after.model.plans);
    const anchors = actionAnchors({ before, after }, "availability", "plans");
    if (found === "all") report(`${describeAction(after)} is now available in every plan`, anchors);
    else for (const plan of found) report(`${describeAction(after)} is now available in the plan ${quote(plan)}`, anchors);
  },
};

/** A plan in which an action can no longer run. */
export const actionPlanRemoved: PairRule<ActionPair> = {
  id: "action-plan-removed",
  breaks: "client",
  why: "Clients of a service with such a plan are answered 409.",
  example: inAction(`
      label: Add an address
    + availability:
    +   plans: [dedicated]
  `),
  check({ before, after }, report) {
    const found = addedChoice(after.model.plans, before.model.plans);
    const anchors = actionAnchors({ before, after }, "availability", "plans");
    if (found === "all") report(`${describeAction(after)} is now available in the listed plans only`, anchors);
    else for (const plan of found) report(`${describeAction(after)} is no longer available in the plan ${quote(plan)}`, anchors);
  },
};

/** A service state in which an action can run now. */
export const actionStateAdded: PairRule<ActionPair> = {
  id: "action-state-added",
  breaks: "server",
  why: "A server must be able to run it in a state in which it could refuse to.",
  example: inAction(`
      availability:
    -   states: [active]
    +   states: [active, suspended]
  `),
  check({ before, after }, report) {
    const found = addedChoice(before.model.states, after.model.states);
    const anchors = actionAnchors({ before, after }, "availability", "states");
    if (found === "all") report(`${describeAction(after)} is now available in every state`, anchors);
    else for (const state of found) report(`${describeAction(after)} is now available in the state ${quote(state)}`, anchors);
  },
};

/** A service state in which an action can no longer run. */
export const actionStateRemoved: PairRule<ActionPair> = {
  id: "action-state-removed",
  breaks: "client",
  why: "Clients that call it in such a state are answered 409.",
  example: inAction(`
      availability:
    -   states: [active, suspended]
    +   states: [active]
  `),
  check({ before, after }, report) {
    const found = addedChoice(after.model.states, before.model.states);
    const anchors = actionAnchors({ before, after }, "availability", "states");
    if (found === "all") report(`${describeAction(after)} is now available in the listed states only`, anchors);
    else
      for (const state of found) report(`${describeAction(after)} is no longer available in the state ${quote(state)}`, anchors);
  },
};

/** A value that `status` of the answer can have now. */
export const actionStatusAdded: PairRule<ActionPair> = {
  id: "action-status-added",
  breaks: "client",
  why: "A client that tells the listed values of `status` apart meets one that it doesn't know.",
  example: inAction(`
    - statuses: [ok]
    + statuses: [ok, partial]
  `),
  check({ before, after }, report) {
    const added = addedChoice(statusesOf(before.model), statusesOf(after.model));
    const anchors = actionAnchors({ before, after }, "statuses");
    if (added === "all") report(`${describeAction(after)} can answer with any status now`, anchors);
    else for (const status of added) report(`${describeAction(after)} can also answer with the status ${quote(status)}`, anchors);
  },
};

/** A value that `status` of the answer can no longer have. */
export const actionStatusRemoved: PairRule<ActionPair> = {
  id: "action-status-removed",
  breaks: "server",
  why: "A server that still answers with it fails.",
  example: inAction(`
    - statuses: [ok, partial]
    + statuses: [ok]
  `),
  check({ before, after }, report) {
    const removed = addedChoice(statusesOf(after.model), statusesOf(before.model));
    const anchors = actionAnchors({ before, after }, "statuses");
    if (removed === "all") report(`${describeAction(after)} can only answer with the listed statuses now`, anchors);
    else
      for (const status of removed)
        report(`${describeAction(after)} no longer answers with the status ${quote(status)}`, anchors);
  },
};

/** An empty list allows every status. */
function statusesOf({ statuses }: { readonly statuses: readonly string[] }): readonly string[] | undefined {
  return statuses.length === 0 ? undefined : statuses;
}
