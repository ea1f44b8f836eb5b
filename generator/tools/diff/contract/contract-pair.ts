import { compare } from "../../../diagnostics/diagnostic.js";
import { editDistance } from "../../../diagnostics/suggest.js";
import { type JsonValue, ownString } from "../../../document/json-value.js";
import {
  type ActionPair,
  type ActionVersion,
  bodyOf,
  resultOf,
  type ServiceTypePair,
  type ServiceTypeVersion,
  serviceTypesOf,
} from "./actions.js";
import { added, kept, type Maps, type Pair, removed } from "./pairs.js";
import type { ContractVersion } from "./contract-version.js";
import { type OperationPair, type OperationVersion, operationsOf } from "./operations.js";

/** Both contracts. */
export interface ContractPair extends Pair<ContractVersion> {
  readonly operations: Maps<OperationVersion>;
  /** Operations with the same `operationId` but another path or method. */
  readonly movedOperations: readonly OperationPair[];
  readonly serviceTypes: Maps<ServiceTypeVersion>;
}

/** Matches the elements of two versions of a contract. */
export function pairContracts({ before, after }: Pair<ContractVersion>): ContractPair {
  const operations = { before: operationsOf(before), after: operationsOf(after) };
  const serviceTypes = { before: serviceTypesOf(before), after: serviceTypesOf(after) };
  return { before, after, operations, movedOperations: findMoved(operations), serviceTypes };
}

/** Matches moved operations by their `operationId`, and callbacks, which operations may share, by operation and name. */
function findMoved(operations: Maps<OperationVersion>): OperationPair[] {
  const candidates = { before: removed(operations), after: added(operations) };
  return candidates.before.flatMap((before) => {
    const after = before.callbackKey === undefined ? withSameId(before, candidates.after) : withSameCallback(before, candidates);
    return after ? [{ before, after }] : [];
  });
}

function withSameId({ object, role }: OperationVersion, operations: readonly OperationVersion[]): OperationVersion | undefined {
  const id = ownString(object, "operationId");
  return id === undefined
    ? undefined
    : operations.find((operation) => operation.role === role && ownString(operation.object, "operationId") === id);
}

/** Multiple URLs in one version can't be matched. */
function withSameCallback(
  { callbackKey }: OperationVersion,
  candidates: Pair<readonly OperationVersion[]>,
): OperationVersion | undefined {
  const isSame = (operation: OperationVersion) => operation.callbackKey === callbackKey;
  const [before, after] = [candidates.before.filter(isSame), candidates.after.filter(isSame)];
  return before.length === 1 && after.length === 1 ? after[0] : undefined;
}

/** Returns the removed operations of a role, except those that moved. */
export function removedOperations(
  { operations, movedOperations }: ContractPair,
  role: OperationVersion["role"],
): OperationVersion[] {
  const moved = movedOperations.map(({ before }) => before);
  return removed(operations).filter((operation) => operation.role === role && !moved.includes(operation));
}

/** Returns the API operations that both versions have, including those that moved. */
export function apiOperations({ operations, movedOperations }: ContractPair): OperationPair[] {
  return [...kept(operations), ...movedOperations].filter(({ after }) => after.role === "api");
}

/** Returns the service types that both versions have, with the changes to their sets of actions. */
export function pairServiceTypes({ serviceTypes }: ContractPair, isSame: IsSame): ServiceTypePair[] {
  return kept(serviceTypes).map(({ before, after }) => {
    const actions = { before: before.actions, after: after.actions };
    const renamedActions = findRenames(removed(actions), added(actions), isSame);
    const renamed = new Set(renamedActions.flatMap((pair) => [pair.before, pair.after]));
    return {
      before,
      after,
      addedActions: added(actions).filter((action) => !renamed.has(action)),
      removedActions: removed(actions).filter((action) => !renamed.has(action)),
      renamedActions,
    };
  });
}

/** Returns whether two schemas of the two versions are the same. */
export type IsSame = (before: JsonValue, after: JsonValue) => boolean;

/** The minimum similarity, from 0 to 1, of the names of two actions with the same schemas. */
const minLikenessOfSameSchemas = 0.3;

/** The minimum similarity of names if nothing else is the same. */
const minLikeness = 0.6;

/** Pairs removed actions with added ones that appear to be the same under a new name, the most likely first. */
function findRenames(gone: readonly ActionVersion[], fresh: readonly ActionVersion[], isSame: IsSame): ActionPair[] {
  const pairs = gone.flatMap((before) => fresh.map((after) => ({ before, after, likeness: likeness(before, after, isSame) })));
  const likely = pairs
    .filter(({ likeness: score }) => score > 0)
    .sort((a, b) => b.likeness - a.likeness || compare(a.before.model.name, b.before.model.name));
  const taken = new Set<ActionVersion>();
  return likely.flatMap(({ before, after }) => {
    if (taken.has(before) || taken.has(after)) return [];
    taken.add(before).add(after);
    return [{ before, after }];
  });
}

/** Returns 0 for different actions. */
function likeness(before: ActionVersion, after: ActionVersion, isSame: IsSame): number {
  const names = nameLikeness(before.model.name, after.model.name);
  const hasContent = before.model.takesInput || before.object["result"] !== undefined;
  const isSameContent = isSame(bodyOf(before), bodyOf(after)) && isSame(resultOf(before), resultOf(after));
  if (isSameContent && hasContent) return names >= minLikenessOfSameSchemas ? 1 + names : 0;
  return names >= minLikeness ? names : 0;
}

/** Returns 1 for names that differ only in letter case, separators and word order; 0 for the most different names. */
function nameLikeness(before: string, after: string): number {
  const words = { before: wordsOf(before), after: wordsOf(after) };
  const shared = words.before.filter((word) => words.after.includes(word)).length;
  const byWords = shared / Math.max(words.before.length, words.after.length);
  const [a, b] = [words.before.join(""), words.after.join("")];
  return Math.max(byWords, 1 - editDistance(a, b) / Math.max(a.length, b.length));
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
