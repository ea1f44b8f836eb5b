import { quote } from "../../../diagnostics/escape.js";
import { type ActionPair, describeAction, actionAnchors } from "../contract/actions.js";
import { addedTo } from "../contract/pairs.js";
import { inAction } from "../example.js";
import type { PairRule } from "../rule.js";

/** A scope that is now required. */
export const actionScopeAdded: PairRule<ActionPair> = {
  id: "action-scope-added",
  breaks: "client",
  why: "Clients whose tokens lack the scope now receive 403.",
  example: inAction(`
    - scopes: [service:write]
    + scopes: [service:write, service:admin]
  `),
  check({ before, after }, report) {
    for (const scope of addedTo(before.model.scopes, after.model.scopes))
      report(`${describeAction(after)} now requires the scope ${quote(scope)}`, actionAnchors({ before, after }, "scopes"));
  },
};

/** A scope that is no longer required. */
export const actionScopeRemoved: PairRule<ActionPair> = {
  id: "action-scope-removed",
  breaks: "nobody",
  why: "Existing clients keep working. Clients without the scope can now call it, too.",
  example: inAction(`
    - scopes: [service:write, service:admin]
    + scopes: [service:write]
  `),
  check({ before, after }, report) {
    for (const scope of addedTo(after.model.scopes, before.model.scopes))
      report(`${describeAction(after)} no longer requires the scope ${quote(scope)}`, actionAnchors({ before, after }, "scopes"));
  },
};
