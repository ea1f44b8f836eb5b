import type { ActionInfo } from "../action-info.js";
import { whenReady } from "./awaitable.js";
import type { Awaitable } from "./handler-types.js";

/** What the server must know of a service. Services may have more, which handlers get to see. */
export interface ServiceFacts<Type extends string = string> {
  readonly type: Type;
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

/** Whether an action is enabled for a caller: the answer to both what is advertised and what is refused. */
export type Decide<Principal, Service> = (service: Service, action: string, principal: Principal) => Awaitable<Gate>;

/** Puts together what the application and the contract say. The application's reason comes first. */
export function createDecide<Principal, Service extends ServiceFacts>(
  { catalog }: ActionCatalog,
  gate: AskGate<Principal, Service> = () => "enabled",
): Decide<Principal, Service> {
  return (service, action, principal) =>
    whenReady(gate(service, action, principal), (answer) =>
      answer === "enabled" ? checkAvailable(catalog[service.type]![action]!, service) : answer,
    );
}

/** Whether the contract rules an action out in the state and plan of a service; unknown ones are ruled out. */
function checkAvailable({ states, plans }: ActionInfo, { status, plan }: ServiceFacts): Gate {
  if (plans && (plan === undefined || !plans.includes(plan))) {
    return {
      reason: plan === undefined ? "The plan of the service does not include it." : `The plan ${plan} does not include it.`,
    };
  }
  if (states && (status === undefined || !states.includes(status))) {
    return {
      reason:
        status === undefined ? "The service is in no state that allows it." : `Not possible while the service is ${status}.`,
    };
  }
  return "enabled";
}

/** All actions that a service advertises, in the contract's order. */
export async function listCapabilities<Principal, Service extends ServiceFacts>(
  { catalog, advertisedActions }: ActionCatalog,
  decide: Decide<Principal, Service>,
  service: Service,
  principal: Principal,
): Promise<ActionEntry[]> {
  const names = Object.hasOwn(advertisedActions, service.type) ? advertisedActions[service.type]! : [];
  const decisions = await Promise.all(names.map(async (name) => decide(service, name, principal)));
  return names.flatMap((name, index) => {
    const decision = decisions[index]!;
    if (decision === "hidden") return [];
    const { label, scopes } = catalog[service.type]![name]!;
    const entry = { name, label, enabled: decision === "enabled", scopes: [...scopes] };
    return [decision === "enabled" ? entry : { ...entry, reason: decision.reason }];
  });
}
