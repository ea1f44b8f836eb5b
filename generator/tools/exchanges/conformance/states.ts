import { valueAt } from "../../../../templates/runtime/json.js";
import type { Lifecycle } from "../../../model/contract.js";
import { serviceResource } from "../../../resources/services.js";
import { useOf } from "../../../resources/uses.js";
import type { DeclaredAction } from "../exchange-contract.js";
import type { CallTarget } from "../find-target.js";
import type { CaseSource } from "./case.js";
import type { HttpExchange } from "./http.js";
import { pathWithin, requestFor } from "./requests.js";
import { read } from "./steps.js";
import type { Need, PathValues } from "./things.js";
import { onlyIfSkipped, Skipped, type Trial } from "./trial.js";

/** A state that a service shows. */
interface ShownState {
  readonly state: string;
  readonly exchange: HttpExchange;
}

/** The state that a service shows; `undefined`: it shows none. */
export async function stateOf(
  source: CaseSource,
  trial: Trial,
  { endpoint: { operation } }: DeclaredAction,
  path: PathValues,
): Promise<ShownState | undefined> {
  const services = serviceResource(source.world, operation);
  const at = operation.binding?.service.status;
  if (!services || at === undefined) return undefined;
  const { status, body, exchange } = await read(source, trial, services.read, pathWithin(services.read.operation, path));
  const state = status < 300 && body !== undefined ? valueAt(body, at) : undefined;
  return typeof state === "string" ? { state, exchange } : undefined;
}

/** The states of a type that its actions or its life cycle name. */
export function statesOf({ contract: { contract, actions } }: CaseSource, type: string): readonly string[] {
  const named = [...actions.get(type)!.values()].flatMap(({ action }) => action.states ?? []);
  const declared = (contract.lifecycle?.states ?? []).filter(({ types }) => types?.includes(type) ?? true);
  return [...new Set([...named, ...declared.map(({ name }) => name)])].sort();
}

/** The most calls to bring one service into a state. */
const maxMoves = 20;

/**
 * The path of a service that is in a state, or was brought into it by its actions. Throws `Skipped` if there is none. What an action does
 * to a state is tried once; a life cycle says which actions change it: those that are named like its events.
 */
export async function serviceIn(
  source: CaseSource,
  trial: Trial,
  node: DeclaredAction,
  isWanted: (state: string) => boolean,
  words: string,
): Promise<PathValues> {
  const { world } = source;
  const { operation } = node.endpoint;
  const resource = serviceResource(world, operation)?.resource;
  const target: CallTarget = { endpoint: node.endpoint, node };
  const fresh = resource !== undefined && useOf(resource, "remove") !== undefined;
  const needs = Array.from({ length: world.services.count(node.action.serviceType) }, (_, service): Need => ({
    own: true,
    service,
    fresh,
  }));
  const anew = { own: true, fresh: true };
  // Those that nothing removes are made last, if all others have gone on.
  if (!fresh && resource !== undefined && useOf(resource, "create") && world.mayMake) needs.push(anew);
  for (const need of needs) {
    if (need === anew && !world.services.takeNew(node)) break;
    const path = await world.pathOf(trial, target, need);
    for (let moves = 0; moves < maxMoves; moves++) {
      const { state } = (await stateOf(source, trial, node, path)) ?? {};
      if (state === undefined) break;
      if (isWanted(state)) return path;
      const move = nextMove(source, node, state, isWanted);
      if (!move) break;
      const { status } = await trial.call(
        { endpoint: move.endpoint, node: move },
        requestFor(source, { endpoint: move.endpoint, node: move }, path),
      );
      const after = status < 300 ? await stateOf(source, trial, node, path) : undefined;
      world.services.moves.set(moveKey(move, state), after?.state ?? state);
    }
  }
  throw new Skipped(`no service is in ${words}, and no action brings one there`);
}

/** The path of a service in one of the states that an action names, or brought into it; `undefined`: it names none, or none is there. */
export async function serviceThatOffers(source: CaseSource, trial: Trial, node: DeclaredAction): Promise<PathValues | undefined> {
  const { states } = node.action;
  if (!states) return undefined;
  return serviceIn(source, trial, node, (one) => states.includes(one), "a state that offers it").catch(onlyIfSkipped);
}

function moveKey({ action: { serviceType, name } }: DeclaredAction, state: string): string {
  return JSON.stringify([serviceType, state, name]);
}

/** The first action on the shortest known way to a state that is wanted, or else to one that hasn't been tried. */
function nextMove(
  source: CaseSource,
  { action: { serviceType } }: DeclaredAction,
  start: string,
  isWanted: (state: string) => boolean,
): DeclaredAction | undefined {
  const { moves } = source.world.services;
  const queue: { readonly state: string; readonly first?: DeclaredAction }[] = [{ state: start }];
  const seen = new Set([start]);
  let untried: DeclaredAction | undefined;
  for (const { state, first } of queue) {
    if (isWanted(state)) return first;
    for (const move of movesFrom(source, serviceType, state)) {
      const to = moves.get(moveKey(move, state));
      if (to === undefined) untried ??= first ?? move;
      else if (!seen.has(to)) {
        seen.add(to);
        queue.push({ state: to, first: first ?? move });
      }
    }
  }
  return untried;
}

/** Whether a type has actions that may change the state of its services. */
export function mayMove(source: CaseSource, type: string): boolean {
  return statesOf(source, type).some((state) => movesFrom(source, type, state).length > 0);
}

/** The actions that may bring a service from one state to another, at once and without harm. */
function movesFrom({ contract: { contract, actions } }: CaseSource, type: string, from: string): readonly DeclaredAction[] {
  const transitions = contract.lifecycle?.transitions ?? [];
  return [...actions.get(type)!.values()].filter(({ action }) => {
    if (action.readOnly || action.destructive || action.async || action.states?.includes(from) === false) return false;
    return transitions.length === 0 || transitions.some((one) => one.from === from && one.event === action.name);
  });
}

/** Whether some transitions lead from one state to another. */
export function isReached({ transitions }: Lifecycle, start: string, end: string): boolean {
  const reached = new Set([start]);
  for (const state of reached) for (const { from, to } of transitions) if (from === state) reached.add(to);
  return reached.has(end);
}
