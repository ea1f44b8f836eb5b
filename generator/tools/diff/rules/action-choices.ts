import { quote } from "../../../diagnostics/escape.js";
import { type ActionPair, type ActionVersion, describeAction, actionAnchors } from "../contract/actions.js";
import { addedChoice, type Choice, type Pair } from "../contract/pairs.js";
import { inAction } from "../example.js";
import type { PairRule, Rule } from "../rule.js";

/** A plan in which an action can run now. */
export const actionPlanAdded = choiceRule("plans", "added", {
  id: "action-plan-added",
  breaks: "server",
  why: "A server must be able to run it for services that it could refuse it to.",
  example: inAction(`
      availability:
    -   plans: [dedicated]
    +   plans: [dedicated, shared]
  `),
  all: "is now available in every plan",
  one: (name) => `is now available in the plan ${name}`,
});

/** A plan in which an action can no longer run. */
export const actionPlanRemoved = choiceRule("plans", "removed", {
  id: "action-plan-removed",
  breaks: "client",
  why: "Clients of a service with such a plan are answered 409.",
  example: inAction(`
      label: Add an address
    + availability:
    +   plans: [dedicated]
  `),
  all: "is now available in the listed plans only",
  one: (name) => `is no longer available in the plan ${name}`,
});

/** A service state in which an action can run now. */
export const actionStateAdded = choiceRule("states", "added", {
  id: "action-state-added",
  breaks: "server",
  why: "A server must be able to run it in a state in which it could refuse to.",
  example: inAction(`
      availability:
    -   states: [active]
    +   states: [active, suspended]
  `),
  all: "is now available in every state",
  one: (name) => `is now available in the state ${name}`,
});

/** A service state in which an action can no longer run. */
export const actionStateRemoved = choiceRule("states", "removed", {
  id: "action-state-removed",
  breaks: "client",
  why: "Clients that call it in such a state are answered 409.",
  example: inAction(`
      availability:
    -   states: [active, suspended]
    +   states: [active]
  `),
  all: "is now available in the listed states only",
  one: (name) => `is no longer available in the state ${name}`,
});

/** A value that `status` of the answer can have now. */
export const actionStatusAdded = choiceRule("statuses", "added", {
  id: "action-status-added",
  breaks: "client",
  why: "A client that tells the listed values of `status` apart meets one that it doesn't know.",
  example: inAction(`
    - statuses: [ok]
    + statuses: [ok, partial]
  `),
  all: "can answer with any status now",
  one: (name) => `can also answer with the status ${name}`,
});

/** A value that `status` of the answer can no longer have. */
export const actionStatusRemoved = choiceRule("statuses", "removed", {
  id: "action-status-removed",
  breaks: "server",
  why: "A server that still answers with it fails.",
  example: inAction(`
    - statuses: [ok, partial]
    + statuses: [ok]
  `),
  all: "can only answer with the listed statuses now",
  one: (name) => `no longer answers with the status ${name}`,
});

interface ChoiceRule extends Rule {
  /** The end of the sentence where the list itself is new or gone. */
  readonly all: string;
  /** The end of the sentence about one name of the list. */
  readonly one: (name: string) => string;
}

/** A rule about what is added to, or removed from, a list of an action; without the list everything is allowed. */
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
 * The statuses that an action lists, else those of its endpoint's answers; where neither version lists any, the schemas of
 * these are compared. An empty list allows every status.
 */
function statusesOf({ before, after }: ActionPair): Pair<Choice> {
  if (before.model.statuses.length === 0 && after.model.statuses.length === 0) return { before: undefined, after: undefined };
  const effective = ({ model, binding }: ActionVersion) => (model.statuses.length > 0 ? model.statuses : binding?.statuses);
  return { before: effective(before), after: effective(after) };
}
