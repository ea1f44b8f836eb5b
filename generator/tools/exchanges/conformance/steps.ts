import type { Operation } from "../../../model/contract.js";
import type { Resource, ResourceOperation } from "../../../resources/resources.js";
import { creationOf, useOf } from "../../../resources/uses.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import type { CaseSource } from "./case.js";
import { pathWithin, plainRequest, requestFor } from "./requests.js";
import { effectOf } from "./targets.js";
import type { Answer, Trial } from "./trial.js";
import type { Need, PathValues, Thing } from "./things.js";

/** Statuses of what doesn't exist. */
export const gone: ReadonlySet<number> = new Set([404, 410]);

/** An operation, to be called. */
export function targetOf({ contract }: Pick<CaseSource, "contract">, operation: Operation): CallTarget {
  return { endpoint: contract.endpoints.get(operation.id)! };
}

/** The first valid request for a call, about something that the call may change. */
export async function requestOf(
  source: CaseSource,
  trial: Trial,
  target: CallTarget,
  need: Need = {},
): Promise<ExchangeRequest & { readonly params: PathValues }> {
  const { params, ...request } = requestFor(source, target, {});
  const path = await source.world.pathOf(trial, target, { own: effectOf(target) !== "read", ...need });
  return { ...request, params: { ...params, ...path } };
}

/** A new item of the run's own, of a collection whose own parents are the run's too. */
export async function ownItem(source: CaseSource, trial: Trial, resource: Resource): Promise<Thing> {
  const create = creationOf(resource)!;
  const parents = await source.world.parentsOf(trial, targetOf(source, create.operation), create.role === "replace");
  // What can't be removed is made as rarely as possible.
  return source.world.itemOf(trial, resource, parents, { own: true, fresh: useOf(resource, "remove") !== undefined });
}

/** Reads an item with what the call needs besides the path, but nothing optional. */
export function read(source: CaseSource, trial: Trial, use: ResourceOperation, path: PathValues): Promise<Answer> {
  const target = targetOf(source, use.operation);
  return trial.call(target, plainRequest(source, target, pathWithin(use.operation, path)));
}

/** The time for what is said to be done, and for what has only been accepted (RFC 9110, section 15.3.3), in milliseconds. */
export function patienceFor({ status }: Answer): number {
  return status === 202 ? 30_000 : 1_000;
}
