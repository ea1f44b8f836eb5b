import { quote } from "../../../diagnostics/escape.js";
import { describeAction, type ServiceTypePair } from "../contract/actions.js";
import { inActions } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** An action that the service type didn't have. */
export const actionAdded: PairRule<ServiceTypePair> = {
  id: "action-added",
  breaks: "server",
  why: "Handlers are an exhaustive map: a server doesn't compile until it has one for the action.",
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

/** An action that is gone without a warning. */
export const actionRemovedWithoutDeprecation: PairRule<ServiceTypePair> = {
  id: "action-removed-without-deprecation",
  breaks: "client",
  why: "Clients that invoke it are answered 404, and nothing told them before. Deprecate an action for one version at least.",
  example: inActions(`
      add_ip: { label: Add an address }
    - drop_all: { label: Drop everything }
  `),
  check({ after, removedActions }, report) {
    for (const action of removedActions.filter(({ model }) => !model.deprecated)) {
      report(`${describeAction(action)} is gone without having been deprecated`, {
        before: action.anchor,
        after: after.anchor,
        isGone: true,
      });
    }
  },
};

/** A deprecated action that is gone. */
export const actionRemoved: PairRule<ServiceTypePair> = {
  id: "action-removed",
  breaks: "client",
  why: "Clients that still invoke it are answered 404, though they were told.",
  example: inActions(`
      add_ip: { label: Add an address }
    - drop_all: { label: Drop everything, deprecated: true }
  `),
  check({ after, removedActions }, report) {
    for (const action of removedActions.filter(({ model }) => model.deprecated)) {
      report(`${describeAction(action)}, which was deprecated, is gone`, {
        before: action.anchor,
        after: after.anchor,
        isGone: true,
      });
    }
  },
};

/** An action that is gone, and one that looks like it and is new. */
export const actionRenamed: PairRule<ServiceTypePair> = {
  id: "action-renamed",
  breaks: "both",
  why: "Clients that invoke it by its old name are answered 404. Keep the old name as a deprecated action beside the new one.",
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
      report(`${describeAction(before)} is gone; ${quote(after.model.name)} looks like its new name`, anchors);
    }
  },
};
