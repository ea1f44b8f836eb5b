import { compare } from "../../diagnostics/diagnostic.js";
import { own, ownStrings, type JsonValue } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { Action, Contract, ServiceType } from "../../model/contract.js";
import type { Way } from "../../../templates/runtime/client/follow.js";
import { acceptsNothing } from "./accepts-nothing.js";
import { findWatched, propertiesOf, referredName, type Watched } from "./find-watched.js";

/** How an action can be followed, and the component that describes what is watched; absent: its whole result. */
export interface FoundWay {
  readonly action: Action;
  readonly way: Way;
  readonly component: string | undefined;
}

type Asking = Pick<Way, "ask" | "list" | "key">;

/**
 * How the actions that go on after their answers are followed, by service type, as far as the contract shows it. What most
 * of them answer is watched. How it stands now tells, in this order: an action that takes its id; the same action, given
 * an id that it answered; a list of such things in the result of another action, if it has no pages; the same action with
 * the same body, if it only reads.
 */
export function findWays(contract: Contract): Map<ServiceType, FoundWay[]> {
  const found = contract.serviceTypes.flatMap((serviceType) =>
    serviceType.actions
      .filter((action) => action.async)
      .map((action) => ({ serviceType, action, candidates: findWatched(action, contract) })),
  );
  const uses = new Map<string, number>();
  for (const { component = "" } of found.flatMap(({ candidates }) => candidates))
    uses.set(component, (uses.get(component) ?? 0) + 1);
  const rank = ({ component }: Watched) => (component === undefined ? 0 : uses.get(component)!);

  const ways = new Map<ServiceType, FoundWay[]>();
  for (const { serviceType, action, candidates } of found) {
    candidates.sort((a, b) => rank(b) - rank(a) || compare(a.watch ?? "", b.watch ?? ""));
    const way = firstWay(action, candidates, serviceType, contract);
    if (way) ways.set(serviceType, [...(ways.get(serviceType) ?? []), way]);
  }
  return ways;
}

function firstWay(
  action: Action,
  candidates: readonly Watched[],
  serviceType: ServiceType,
  contract: Contract,
): FoundWay | undefined {
  for (const watched of candidates) {
    const asking =
      askById(watched, serviceType, contract) ??
      askAgainById(action, contract) ??
      askList(watched, serviceType, contract) ??
      (action.readOnly ? {} : undefined);
    if (!asking) continue;
    const { watch, state, pending, component } = watched;
    return { action, component, way: { ...(watch === undefined ? {} : { watch }), state, pending, ...asking } };
  }
  return undefined;
}

function askById({ component, schema, watch }: Watched, { actions }: ServiceType, contract: Contract): Asking | undefined {
  if (component === undefined || watch === undefined) return undefined;
  for (const reader of actions) {
    const [key, ...others] = requiredOf(contract.schemas.get(reader.body), contract);
    const answered = referredName(own(propertiesOf(contract.schemas.get(reader.result), contract), watch));
    const takesId = key !== undefined && others.length === 0 && Object.hasOwn(propertiesOf(schema, contract), key);
    if (reader.readOnly && takesId && answered === component) return { ask: reader.name, key };
  }
  return undefined;
}

/** One of several bodies is nothing but an id that the result has and the other bodies don't. */
function askAgainById(action: Action, contract: Contract): Asking | undefined {
  const body = resolveComponent(contract.schemas.get(action.body), contract.document);
  const branches = own(body, "oneOf") ?? own(body, "anyOf");
  if (!action.readOnly || !Array.isArray(branches)) return undefined;
  const result = propertiesOf(contract.schemas.get(action.result), contract);
  for (const branch of branches) {
    const names = Object.keys(propertiesOf(branch, contract));
    const [key] = requiredOf(branch, contract);
    const isNew = branches.every((other) => other === branch || !Object.hasOwn(propertiesOf(other, contract), key ?? ""));
    if (key !== undefined && names.length === 1 && isNew && Object.hasOwn(result, key)) return { key };
  }
  return undefined;
}

function askList({ component, schema, watch }: Watched, { actions }: ServiceType, contract: Contract): Asking | undefined {
  const required = requiredOf(schema, contract);
  const key = required.find((name) => name === "id" || name.endsWith("_id")) ?? required.find((name) => name === watch);
  if (component === undefined || key === undefined) return undefined;
  for (const reader of actions) {
    const result = propertiesOf(contract.schemas.get(reader.result), contract);
    const isAskedPlainly = reader.readOnly && acceptsNothing(contract.schemas.get(reader.body), contract);
    if (!isAskedPlainly || Object.hasOwn(result, "next_cursor")) continue;
    const list = Object.keys(result).find((name) => {
      return referredName(own(resolveComponent(result[name], contract.document), "items")) === component;
    });
    if (list !== undefined) return { ask: reader.name, list, key };
  }
  return undefined;
}

function requiredOf(schema: JsonValue | undefined, { document }: Contract): string[] {
  return ownStrings(resolveComponent(schema, document), "required");
}
