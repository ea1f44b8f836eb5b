import { compare } from "../../../diagnostics/diagnostic.js";
import { editDistance } from "../../../diagnostics/suggest.js";
import { type JsonValue, ownString } from "../../../document/json-value.js";
import {
  type ActionPair,
  type ActionSide,
  bodyOf,
  resultOf,
  type ServiceTypePair,
  type ServiceTypeSide,
  serviceTypesOf,
} from "./actions.js";
import { added, kept, type Maps, type Pair, removed } from "./pairs.js";
import type { ContractVersion } from "./contract-version.js";
import { type OperationPair, type OperationSide, operationsOf } from "./operations.js";

/** Both contracts. */
export interface ContractPair extends Pair<ContractVersion> {
  readonly operations: Maps<OperationSide>;
  /** The same `operationId` at another path or with another method. */
  readonly movedOperations: readonly OperationPair[];
  readonly serviceTypes: Maps<ServiceTypeSide>;
}

/** Finds what belongs together in two versions of a contract. */
export function pairContracts({ before, after }: Pair<ContractVersion>): ContractPair {
  const operations = { before: operationsOf(before), after: operationsOf(after) };
  const serviceTypes = { before: serviceTypesOf(before), after: serviceTypesOf(after) };
  return { before, after, operations, movedOperations: findMoved(operations), serviceTypes };
}

/** An operation keeps its `operationId` wherever it goes; a callback, which operations may share, its operation and name. */
function findMoved(operations: Maps<OperationSide>): OperationPair[] {
  const [old, young] = [removed(operations), added(operations)];
  return old.flatMap((before) => {
    const after = before.callbackKey === undefined ? withSameId(before, young) : withSameCallback(before, old, young);
    return after ? [{ before, after }] : [];
  });
}

function withSameId({ object, role }: OperationSide, sides: readonly OperationSide[]): OperationSide | undefined {
  const id = ownString(object, "operationId");
  return id === undefined ? undefined : sides.find((side) => side.role === role && ownString(side.object, "operationId") === id);
}

/** With several URLs on one side it can't be told which became which. */
function withSameCallback(
  { callbackKey }: OperationSide,
  old: readonly OperationSide[],
  young: readonly OperationSide[],
): OperationSide | undefined {
  const [one, other] = [old, young].map((sides) => sides.filter((side) => side.callbackKey === callbackKey));
  return one!.length === 1 && other!.length === 1 ? other![0] : undefined;
}

/** Operations of a role that are gone and did not only move. */
export function removedOperations({ operations, movedOperations }: ContractPair, role: OperationSide["role"]): OperationSide[] {
  const moved = movedOperations.map(({ before }) => before);
  return removed(operations).filter((operation) => operation.role === role && !moved.includes(operation));
}

/** The service types that both versions have, with what became of their actions. */
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

/** Whether two schemas of the two versions say the same. */
export type IsSame = (before: JsonValue, after: JsonValue) => boolean;

/** How alike two names must be, from 0 to 1, where the rest is the same, and where it isn't. */
const alikeWithSameSchemas = 0.3;

const alikeAlone = 0.6;

/** Pairs of an action that is gone and one that is new and seem to be the same by another name, the likeliest first. */
function findRenames(gone: readonly ActionSide[], young: readonly ActionSide[], isSame: IsSame): ActionPair[] {
  const pairs = gone.flatMap((before) => young.map((after) => ({ before, after, likeness: likeness(before, after, isSame) })));
  const likely = pairs
    .filter(({ likeness: score }) => score > 0)
    .sort((a, b) => b.likeness - a.likeness || compare(a.before.model.name, b.before.model.name));
  const taken = new Set<ActionSide>();
  return likely.flatMap(({ before, after }) => {
    if (taken.has(before) || taken.has(after)) return [];
    taken.add(before).add(after);
    return [{ before, after }];
  });
}

/** 0: not the same action. */
function likeness(before: ActionSide, after: ActionSide, isSame: IsSame): number {
  const names = nameLikeness(before.model.name, after.model.name);
  const hasContent = before.model.takesInput || before.object["result"] !== undefined;
  const isSameContent = isSame(bodyOf(before), bodyOf(after)) && isSame(resultOf(before), resultOf(after));
  if (isSameContent && hasContent) return names >= alikeWithSameSchemas ? 1 + names : 0;
  return names >= alikeAlone ? names : 0;
}

/** 1 for names that are the same but for letter case, separators and the order of their words; 0 for the most different. */
function nameLikeness(before: string, after: string): number {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const shared = one.filter((word) => other.includes(word)).length;
  const byWords = shared / Math.max(one.length, other.length);
  const [a, b] = [one.join(""), other.join("")];
  return Math.max(byWords, 1 - editDistance(a, b) / Math.max(a.length, b.length));
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
