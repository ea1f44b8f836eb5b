import type { ActionInfo } from "../action-info.js";
import type { Awaitable } from "./handler-types.js";

/** What the server must know of a service. Services may have more, which handlers get to see. */
export interface ServiceFacts {
  readonly type: string;
  /** Its state, as the contract's `availability.states` names it. */
  readonly status?: string | undefined;
  /** As the contract's `availability.plans` names it. */
  readonly plan?: string | undefined;
}

/** One element of a service's advertised actions. */
export interface ActionEntry<Name extends string = string> {
  name: Name;
  label: string;
  enabled: boolean;
  scopes: string[];
  /** Present where the action is not enabled. */
  reason?: string;
}

/** Whether an action can be invoked now: yes, not now and why, or not advertised at all. */
export type Gate = "enabled" | "hidden" | { readonly reason: string };

/** What the application says about an action of a service, beyond what the contract says about states and plans. */
export type AskGate<Principal, Service> = (service: Service, action: string, principal: Principal) => Awaitable<Gate>;

/** What the contract says about the actions of each service type. */
export interface ActionCatalog {
  readonly catalog: Readonly<Record<string, Readonly<Record<string, ActionInfo>>>>;
  /** Names in the order in which services advertise them. */
  readonly advertisedActions: Readonly<Record<string, readonly string[]>>;
}

/** What is advertised about one action, or `undefined`: what the list shows and what refuses a call. */
export type Advertise<Principal, Service> = (service: Service, action: string, principal: Principal) => Awaitable<ActionEntry | undefined>;

/** Puts together what the contract and the application say about an action. The application's reason comes first. */
export function createAdvertise<Principal, Service extends ServiceFacts>(
  { catalog }: ActionCatalog,
  gate: AskGate<Principal, Service> = () => "enabled",
): Advertise<Principal, Service> {
  const entryOf = (service: Service, action: string, answer: Gate): ActionEntry | undefined => {
    if (answer === "hidden") return undefined;
    const info = catalog[service.type]![action]!;
    const reason = answer === "enabled" ? reasonAgainst(info, service) : answer.reason;
    const entry = { name: action, label: info.label, enabled: reason === undefined, scopes: [...info.scopes] };
    return reason === undefined ? entry : { ...entry, reason };
  };
  return (service, action, principal) => {
    const answer = gate(service, action, principal);
    return answer instanceof Promise ? answer.then((gated) => entryOf(service, action, gated)) : entryOf(service, action, answer);
  };
}

/** Why the contract rules an action out in the state and plan of a service; unknown ones are ruled out. */
function reasonAgainst({ states, plans }: ActionInfo, { status, plan }: ServiceFacts): string | undefined {
  if (plans && (plan === undefined || !plans.includes(plan))) {
    return plan === undefined ? "The plan of the service does not include it." : `The plan ${plan} does not include it.`;
  }
  if (states && (status === undefined || !states.includes(status))) {
    return status === undefined ? "The service is in no state that allows it." : `Not possible while the service is ${status}.`;
  }
  return undefined;
}

/** All actions that a service advertises, in the contract's order. */
export async function listCapabilities<Principal, Service extends ServiceFacts>(
  { advertisedActions }: ActionCatalog,
  advertise: Advertise<Principal, Service>,
  service: Service,
  principal: Principal,
): Promise<ActionEntry[]> {
  const names = Object.hasOwn(advertisedActions, service.type) ? advertisedActions[service.type]! : [];
  const entries = await Promise.all(names.map((name) => advertise(service, name, principal)));
  return entries.filter((entry) => entry !== undefined);
}
