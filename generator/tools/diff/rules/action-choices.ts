import { quote } from "../../../diagnostics/escape.js";
import { type ActionPair, type ActionVersion, describeAction, actionAnchors } from "../contract/actions.js";
import { addedChoice, type Choice, type Pair } from "../contract/pairs.js";
import { inAction } from "../example.js";
import type { PairRule, Rule } from "../rule.js";

/** A plan that an action is now available in. */
export const actionPlanAdded = choiceRule("plans", "added", {
  id: "action-plan-added",
  breaks: "server",
  why: "Servers must now run it for services on this plan, which they could reject before.",
  example: inAction(`
      availability:
    -   plans: [dedicated]
    +   plans: [dedicated, shared]
  `),
  all: "is now available in every plan",
  one: (name) => `is now available in the plan ${name}`,
});

/** A plan that an action is no longer available in. */
export const actionPlanRemoved = choiceRule("plans", "removed", {
  id: "action-plan-removed",
  breaks: "client",
  why: "Clients of a service on this plan now receive 409.",
  example: inAction(`
      label: Add an address
    + availability:
    +   plans: [dedicated]
  `),
  all: "is now available in the listed plans only",
  one: (name) => `is no longer available in the plan ${name}`,
});

/** A service state that an action is now available in. */
export const actionStateAdded = choiceRule("states", "added", {
  id: "action-state-added",
  breaks: "server",
  why: "Servers must now run it in this state, in which they could reject it before.",
  example: inAction(`
      availability:
    -   states: [active]
    +   states: [active, suspended]
  `),
  all: "is now available in every state",
  one: (name) => `is now available in the state ${name}`,
});

/** A service state that an action is no longer available in. */
export const actionStateRemoved = choiceRule("states", "removed", {
  id: "action-state-removed",
  breaks: "client",
  why: "Clients that invoke it in this state now receive 409.",
  example: inAction(`
      availability:
    -   states: [active, suspended]
    +   states: [active]
  `),
  all: "is now available in the listed states only",
  one: (name) => `is no longer available in the state ${name}`,
});

/** A new value of the response's `status`. */
export const actionStatusAdded = choiceRule("statuses", "added", {
  id: "action-status-added",
  breaks: "client",
  why: "Clients that switch on the listed values of `status` encounter an unknown one.",
  example: inAction(`
    - statuses: [ok]
    + statuses: [ok, partial]
  `),
  all: "can now return any status",
  one: (name) => `can now also return the status ${name}`,
});

/** A removed value of the response's `status`. */
export const actionStatusRemoved = choiceRule("statuses", "removed", {
  id: "action-status-removed",
  breaks: "server",
  why: "Servers that still return it violate the contract.",
  example: inAction(`
    - statuses: [ok, partial]
    + statuses: [ok]
  `),
  all: "can now return only the listed statuses",
  one: (name) => `no longer returns the status ${name}`,
});

interface ChoiceRule extends Rule {
  /** Completes the message if the list itself was added or removed. */
  readonly all: string;
  /** Completes the message about one name of the list. */
  readonly one: (name: string) => string;
}

/** Returns a rule about additions to, or removals from, a list of an action; a missing list allows everything. */
function choiceRule(
  field: "plans" | "states" | "statuses",
  kind: "added" | "removed",
  { all, one, ...rule }: ChoiceRule,
): PairRule<ActionPair> {
  return {
    ...rule,
    check(pair, report) {
      const choices =
        field === "statuses" ? statusesOf(pair) : { before: pair.before.model[field], after: pair.after.model[field] };
      const found = kind === "added" ? addedChoice(choices.before, choices.after) : addedChoice(choices.after, choices.before);
      const anchors = field === "statuses" ? actionAnchors(pair, field) : actionAnchors(pair, "availability", field);
      const name = describeAction(pair.after);
      if (found === "all") report(`${name} ${all}`, anchors);
      else for (const item of found) report(`${name} ${one(quote(item))}`, anchors);
    },
  };
}

/**
 * Returns the statuses that an action lists, otherwise those of its endpoint's responses. If neither version of the action lists
 * any, rules about schemas compare them. An empty list allows every status.
 */
function statusesOf({ before, after }: ActionPair): Pair<Choice> {
  if (before.model.statuses.length === 0 && after.model.statuses.length === 0) return { before: undefined, after: undefined };
  const effective = ({ model, binding }: ActionVersion) => (model.statuses.length > 0 ? model.statuses : binding?.statuses);
  return { before: effective(before), after: effective(after) };
}
