import { setTimeout as wait } from "node:timers/promises";
import type { JsonObject, JsonValue } from "../../../document/json-value.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { serviceResource } from "../../../resources/services.js";
import { roleOf, useOf } from "../../../resources/uses.js";
import { type CallTarget, nameOf } from "../find-target.js";
import type { CaseSource } from "./case.js";
import { type Change, changedPlaces, isMeasured, isProgress } from "./compare-items.js";
import { pathWithin, plainRequest } from "./requests.js";
import { targetOf } from "./steps.js";
import { Skipped, type Trial } from "./trial.js";
import type { PathValues } from "./things.js";

/** What an API shows of something: the bodies of several calls, by their names. */
export type Observation = JsonObject;

/** The most read-only actions that show a service. */
const maxActions = 8;

/**
 * The calls that show what a call is about: the item and its list, or the service and those of its read-only actions that need no input.
 */
export function observersOf(source: CaseSource, target: CallTarget): readonly CallTarget[] {
  const { contract, world } = source;
  const { operation } = target.endpoint;
  if (!target.node) {
    const found = roleOf(world, operation);
    if (!found) return [];
    const isAtItem = found.use.role !== "list" && found.use.role !== "create";
    const shown = useOf(found.resource, isAtItem ? "read" : "list");
    return shown ? [targetOf(source, shown.operation)] : [];
  }
  const service = serviceResource(world, operation);
  const schemas = schemasIn(contract.contract.schemas);
  const actions = [...contract.actions.get(target.node.action.serviceType)!.values()].filter(({ action }) => {
    const body = schemas.of(contract.contract.schemas.get(action.body));
    return action.readOnly && !action.reveals && !action.async && body.accepts({});
  });
  return [
    ...(service ? [targetOf(source, service.read.operation)] : []),
    ...actions.slice(0, maxActions).map((node): CallTarget => ({ endpoint: node.endpoint, node })),
  ];
}

/** Looks at something. What can't be seen is left out. */
export async function observe(
  source: CaseSource,
  trial: Trial,
  observers: readonly CallTarget[],
  path: PathValues,
): Promise<Observation> {
  const seen: Record<string, JsonValue> = {};
  for (const observer of observers) {
    const params = pathWithin(observer.endpoint.operation, path);
    const request = observer.node ? { params, body: {} } : plainRequest(source, observer, params);
    const { status, body } = await trial.call(observer, request);
    if (status < 300 && body !== undefined) seen[nameOf(observer)] = body;
  }
  if (Object.keys(seen).length === 0) throw new Skipped("nothing shows what is there");
  return seen;
}

/** Something before a call, and what changes without one. */
export interface Watch {
  readonly before: Observation;
  readonly restless: ReadonlySet<string>;
}

/** Looks twice, to know what changes by itself. */
export async function watch(
  source: CaseSource,
  trial: Trial,
  observers: readonly CallTarget[],
  path: PathValues,
): Promise<Watch> {
  const first = await observe(source, trial, observers, path);
  const before = await observe(source, trial, observers, path);
  return { before, restless: new Set(changedPlaces(first, before).map(({ pointer }) => pointer)) };
}

/** How long is waited to see whether something goes on to change by itself, in milliseconds. */
const pause = 50;

/** What has changed since, except for what changes by itself. */
export async function changesSince(
  source: CaseSource,
  trial: Trial,
  observers: readonly CallTarget[],
  path: PathValues,
  { before, restless }: Watch,
): Promise<readonly Change[]> {
  const after = await observe(source, trial, observers, path);
  const changes = changedPlaces(before, after).filter(
    (one) => !restless.has(one.pointer) && !isMeasured(one) && !isProgress(one),
  );
  if (changes.length === 0) return [];
  await wait(pause);
  const later = await observe(source, trial, observers, path);
  const moving = new Set(changedPlaces(after, later).map(({ pointer }) => pointer));
  return changes.filter(({ pointer }) => !moving.has(pointer));
}
