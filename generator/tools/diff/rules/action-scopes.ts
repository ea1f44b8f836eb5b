import { quote } from "../../../diagnostics/escape.js";
import { type ActionPair, describeAction, actionAnchors } from "../contract/actions.js";
import { addedTo } from "../contract/pairs.js";
import { inAction } from "../example.js";
import type { PairRule } from "../rule.js";

/** A scope that is needed now. */
export const actionScopeAdded: PairRule<ActionPair> = {
  id: "action-scope-added",
  breaks: "client",
  why: "Clients whose tokens don't have the scope are answered 403.",
  example: inAction(`
    - scopes: [service:write]
    + scopes: [service:write, service:admin]
  `),
  check({ before, after }, report) {
    for (const scope of addedTo(before.model.scopes, after.model.scopes))
      report(`${describeAction(after)} needs the scope ${quote(scope)} now`, actionAnchors({ before, after }, "scopes"));
  },
};

/** A scope that is no longer needed. */
export const actionScopeRemoved: PairRule<ActionPair> = {
  id: "action-scope-removed",
  breaks: "nobody",
  why: "Whoever could call it still can; so can others.",
  example: inAction(`
    - scopes: [service:write, service:admin]
    + scopes: [service:write]
  `),
  check({ before, after }, report) {
    for (const scope of addedTo(after.model.scopes, before.model.scopes))
      report(`${describeAction(after)} no longer needs the scope ${quote(scope)}`, actionAnchors({ before, after }, "scopes"));
  },
};
