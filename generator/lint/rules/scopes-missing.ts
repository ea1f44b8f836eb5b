import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownStrings } from "../../document/json-value.js";
import { effectiveSecurity, endpointOf } from "../operations.js";
import { defineRule, type ActionMapNode, type RuleContext } from "../rule.js";

/** An action without scopes, although others of its type have some, is usually an oversight. */
export const scopesMissing = defineRule({
  code: "scopes-missing",
  severity: "warning",
  message: ({ name, type }: { name: string; type: string }) =>
    `the action ${quote(name)} requires no scope, but others of the type ${quote(type)} do`,
  hint: "Add scopes to it.",
  cause:
    "Everybody who may call the endpoint may invoke an action without scopes. If other actions require scopes, this is rarely intended.",
  bad: `
      restart: { scopes: [service:write] }
      resume: { summary: Resume. }`,
  good: `
      restart: { scopes: [service:write] }
      resume: { summary: Resume., scopes: [service:write] }`,
  at: "actions",

  check(context, report) {
    for (const map of context.actionMaps) {
      const { type, actions } = map;
      const names = Object.keys(actions).filter((name) => isObject(actions[name]));
      if (!names.some((name) => ownStrings(actions[name], "scopes").length > 0) || endpointNeedsScope(context, map)) continue;
      const without = names.filter((name) => own(actions[name], "scopes") === undefined);
      for (const name of without) report({ name, type }, context.locations.key(actions, name));
    }
  },
});

/**
 * Returns whether every caller needs some scope to invoke the actions: each alternative of the endpoint's security has
 * one.
 */
function endpointNeedsScope(context: RuleContext, map: ActionMapNode): boolean {
  const endpoint = endpointOf(context, map);
  const requirements = endpoint && effectiveSecurity(context, endpoint);
  if (!requirements || requirements.length === 0) return false;
  return requirements.every((item) => isObject(item) && Object.keys(item).some((scheme) => ownStrings(item, scheme).length > 0));
}
