import { isObject, own, ownObject, ownString, ownStrings, type JsonObject } from "../document/json-value.js";
import type { Lifecycle, ServicePlan, Transition } from "./contract.js";

/** Reads the life cycle from the root of a document; `undefined` if the document has none. Skips malformed parts. */
export function readLifecycle(document: JsonObject, extensionPrefix: string): Lifecycle | undefined {
  const lifecycle = ownObject(document, `x-${extensionPrefix}-lifecycle`);
  if (!lifecycle) return undefined;
  const states = ownObject(lifecycle, "states") ?? {};
  const transitions = readTransitions(lifecycle);
  const plans = Object.entries(ownObject(lifecycle, "plans") ?? {}).map(([type, plan]) => [type, readPlans(plan)] as const);
  return {
    states: orderStates(Object.keys(states), transitions).map((name) => ({
      name,
      description: ownString(own(states, name), "description"),
      types: own(own(states, name), "types") === undefined ? undefined : ownStrings(own(states, name), "types"),
    })),
    transitions,
    plans: new Map(plans),
  };
}

/** Returns the transitions; one from several states is one from each. */
function readTransitions(lifecycle: JsonObject): Transition[] {
  const list = own(lifecycle, "transitions");
  if (!Array.isArray(list)) return [];
  return list.flatMap((transition) => {
    const to = ownString(transition, "to");
    if (to === undefined) return [];
    const event = ownString(transition, "event") ?? "";
    const from = own(transition, "from");
    const states = Array.isArray(from) ? ownStrings(transition, "from") : [ownString(transition, "from")];
    return states.map((state) => ({ from: state, event, to }));
  });
}

function readPlans(plans: unknown): ServicePlan[] {
  if (!isObject(plans)) return [];
  return Object.keys(plans).map((name) => ({ name, description: ownString(plans, name) }));
}

/** Keys have no order, but transitions are listed in their usual order. */
function orderStates(names: readonly string[], transitions: readonly Transition[]): string[] {
  const met = transitions.flatMap(({ from, to }) => (from === undefined ? [to] : [from, to]));
  const all = [...new Set([...met, ...names])];
  const isFinal = (name: string) => met.includes(name) && transitions.every(({ from }) => from !== name);
  return [...all.filter((name) => !isFinal(name)), ...all.filter(isFinal)];
}
