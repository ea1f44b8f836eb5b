import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { own, ownObject } from "../../document/json-value.js";
import { boundEndpoints, inPrefix } from "../bindings.js";
import { hasNoPlace, lifecycleNames, lifecycleOf, listedAnywhere, listedValues } from "../declared-facts.js";
import { defineRule } from "../rule.js";

const placeHint =
  "Add x-platform-action-binding: { service: { plan: /… } } to the operation: a JSON pointer into the representation of a service.";

/** Services of the type must be able to have each plan that an action or the lifecycle names. */
export const planUndeclared = defineRule({
  code: "plan-undeclared",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ plan, by, hasPlace = true }: { plan: string; by: string; hasPlace?: boolean }) =>
    `${by} names the plan ${quote(plan)}, ${hasPlace ? "which no service can have" : "but the contract does not define where a service contains its plan"}`,
  hint: "Add it to the values of the service's plan or to the plans of the lifecycle, or use one of those.",
  cause:
    "The schema of a service lists its plans, as does the lifecycle at the root for its type. An action that needs another plan is never available, and neither is one for a service whose plan has no defined location.",
  bad: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      security: [{ token: [] }]
      paths:
        /services/{service_id}/actions/{action}:
          post:
            operationId: invokeAction
            parameters:
              - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
              - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }
            responses: { "200": { description: Done. } }
            x-platform-postgres-actions: { restart: { availability: { plans: [dedicatd] } } }
      components: { securitySchemes: { token: { type: http, scheme: bearer } } }
      x-platform-lifecycle: { plans: { postgres: { shared: Small., dedicated: Large. } } }`,
  good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      security: [{ token: [] }]
      paths:
        /services/{service_id}/actions/{action}:
          post:
            operationId: invokeAction
            parameters:
              - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
              - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }
            responses: { "200": { description: Done. } }
            x-platform-postgres-actions: { restart: { availability: { plans: [dedicated] } } }
      components: { securitySchemes: { token: { type: http, scheme: bearer } } }
      x-platform-lifecycle: { plans: { postgres: { shared: Small., dedicated: Large. } } }`,
  at: "document",

  check(context, report) {
    const { locations } = context;
    for (const endpoint of boundEndpoints(context)) {
      for (const { type, actions } of context.actionMaps) {
        if (!endpoint.types.includes(type)) continue;
        const plans = lifecycleNames(context, "plans", type);
        const known = new Set([...(listedValues(context, endpoint, "plan") ?? []), ...plans]);
        const isPlaceless = hasNoPlace(context, endpoint, "plan");
        if (known.size === 0 && !isPlaceless) continue;
        for (const [name, action] of Object.entries(actions)) {
          const list = own(ownObject(action, "availability"), "plans");
          if (!Array.isArray(list)) continue;
          if (isPlaceless) {
            const [plan] = list;
            const parameters = { plan: String(plan), by: `the action ${quote(name)}`, hasPlace: false };
            if (plan !== undefined) report(parameters, locations.value(list, 0), inPrefix(placeHint, context));
            continue;
          }
          for (const [index, plan] of list.entries()) {
            if (typeof plan !== "string" || known.has(plan)) continue;
            const near = suggest(plan, known);
            const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
            report({ plan, by: `the action ${quote(name)}` }, locations.value(list, index), { hint });
          }
        }
      }
    }
    const listed = listedAnywhere(context, "plan");
    const byType = ownObject(lifecycleOf(context), "plans");
    if (!listed || !byType) return;
    for (const type of Object.keys(byType)) {
      const holder = ownObject(byType, type) ?? {};
      for (const plan of Object.keys(holder)) {
        if (listed.has(plan)) continue;
        const near = suggest(plan, listed);
        const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
        report({ plan, by: "the lifecycle" }, locations.key(holder, plan), { hint });
      }
    }
  },
});
