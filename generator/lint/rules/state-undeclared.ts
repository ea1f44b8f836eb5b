import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, type JsonValue } from "../../document/json-value.js";
import { boundEndpoints, inPrefix } from "../bindings.js";
import { hasNoPlace, lifecycleNames, lifecycleOf, listedAnywhere, listedValues } from "../declared-facts.js";
import { defineRule, type RuleContext } from "../rule.js";

const placeHint =
  "Add x-platform-action-binding: { service: { status: /… } } to the operation: a JSON pointer into the representation of a service.";

/** Services must be able to have each state that an action, a transition or the lifecycle names. */
export const stateUndeclared = defineRule({
  code: "state-undeclared",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ state, by, hasPlace = true }: { state: string; by: string; hasPlace?: boolean }) =>
    `${by} names the state ${quote(state)}, ${hasPlace ? "which no service can have" : "but the contract does not define where a service contains its state"}`,
  hint: "Add it to the values of the service's status or to the states of the lifecycle, or use one of those.",
  cause:
    "The schema of a service lists its states, as does the lifecycle at the root. An action that needs another state is never available, and neither is one for a service whose state has no defined location.",
  bad: `
      x-platform-lifecycle:
        states: { active: {}, deleting: {} }
        transitions: [{ from: active, event: delete, to: deletng }]`,
  good: `
      x-platform-lifecycle:
        states: { active: {}, deleting: {} }
        transitions: [{ from: active, event: delete, to: deleting }]`,
  at: "root",

  check(context, report) {
    const { locations } = context;
    const states = lifecycleNames(context, "states");
    const check = (state: JsonValue | undefined, by: string, known: ReadonlySet<string>, location: () => Where) => {
      if (typeof state !== "string" || known.size === 0 || known.has(state)) return;
      const near = suggest(state, known);
      report({ state, by }, location(), { hint: near === undefined ? undefined : `Did you mean ${quote(near)}?` });
    };
    for (const endpoint of boundEndpoints(context)) {
      const known = new Set([...(listedValues(context, endpoint, "status") ?? []), ...states]);
      for (const { type, actions } of context.actionMaps) {
        if (!endpoint.types.includes(type)) continue;
        for (const [name, action] of Object.entries(actions)) {
          const list = own(ownObject(action, "availability"), "states");
          if (!Array.isArray(list)) continue;
          const [state] = list;
          if (typeof state === "string" && hasNoPlace(context, endpoint, "status")) {
            const parameters = { state, by: `the action ${quote(name)}`, hasPlace: false };
            report(parameters, locations.value(list, 0), inPrefix(placeHint, context));
            continue;
          }
          for (const [index, state] of list.entries())
            check(state, `the action ${quote(name)}`, known, () => locations.value(list, index));
        }
      }
    }
    const listed = listedAnywhere(context, "status");
    const lifecycle = lifecycleOf(context);
    if (!lifecycle) return;
    const holder = ownObject(lifecycle, "states") ?? {};
    if (listed) for (const state of states) check(state, "the lifecycle", listed, () => locations.key(holder, state));
    const transitions = own(lifecycle, "transitions");
    const known = new Set([...(listed ?? []), ...states]);
    for (const transition of Array.isArray(transitions) ? transitions.filter(isObject) : []) {
      for (const end of ["from", "to"]) {
        const value = own(transition, end);
        if (!Array.isArray(value)) check(value, "a transition", known, () => locations.value(transition, end));
        else
          for (const [index, state] of value.entries()) check(state, "a transition", known, () => locations.value(value, index));
      }
    }
  },
});

type Where = ReturnType<RuleContext["locations"]["value"]>;
