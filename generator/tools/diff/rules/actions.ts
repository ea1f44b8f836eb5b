import { quote } from "../../../diagnostics/escape.js";
import { describeAction, type ServiceTypePair } from "../contract/actions.js";
import { inActions } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A new action of a service type. */
export const actionAdded: PairRule<ServiceTypePair> = {
  id: "action-added",
  breaks: "server",
  isAddition: true,
  why: "Handlers are an exhaustive map, so a server doesn't compile until it has one for the action.",
  example: inActions(`
      add_ip: { label: Add an address }
    + remove_ip: { label: Remove an address }
  `),
  check({ before, addedActions }, report) {
    for (const action of addedActions) {
      report(`${describeAction(action)} is a new action`, {
        before: at(before.anchor.object, before.anchor.key),
        after: action.anchor,
      });
    }
  },
};

/** An action that was removed without prior deprecation. */
export const actionRemovedWithoutDeprecation: PairRule<ServiceTypePair> = {
  id: "action-removed-without-deprecation",
  breaks: "client",
  why: "Clients that invoke it receive an error without prior notice, such as a 404. Deprecate an action for at least one version before removing it.",
  example: inActions(`
      add_ip: { label: Add an address }
    - drop_all: { label: Drop everything }
  `),
  check({ after, removedActions }, report) {
    for (const action of removedActions.filter(({ model }) => !model.deprecated)) {
      report(`${describeAction(action)} was removed without prior deprecation`, {
        before: action.anchor,
        after: after.anchor,
        isGone: true,
      });
    }
  },
};

/** A deprecated action that was removed. */
export const actionRemoved: PairRule<ServiceTypePair> = {
  id: "action-removed",
  breaks: "client",
  why: "Clients that still invoke it receive an error such as a 404, although its deprecation was announced.",
  example: inActions(`
      add_ip: { label: Add an address }
    - drop_all: { label: Drop everything, deprecated: true }
  `),
  check({ after, removedActions }, report) {
    for (const action of removedActions.filter(({ model }) => model.deprecated)) {
      report(`${describeAction(action)} was removed after its deprecation`, {
        before: action.anchor,
        after: after.anchor,
        isGone: true,
      });
    }
  },
};

/** A removed action, with an added one that appears to be the same. */
export const actionRenamed: PairRule<ServiceTypePair> = {
  id: "action-renamed",
  breaks: "both",
  why: "Clients that invoke it by its old name receive an error such as a 404. Keep the old name as a deprecated action next to the new one.",
  example: inActions(`
    - add_ip:
    + allow_ip:
        body:
          type: object
          additionalProperties: false
          properties: { cidr: { type: string } }
  `),
  check({ renamedActions }, report) {
    for (const { before, after } of renamedActions) {
      const anchors = { before: before.anchor, after: after.anchor };
      report(`${describeAction(before)} was removed; ${quote(after.model.name)} appears to be its new name`, anchors);
    }
  },
};
