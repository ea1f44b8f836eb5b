import { ownString } from "../../../document/json-value.js";
import { serviceTypesOf } from "./action-side.js";
import type { ContractVersion } from "./contract-version.js";
import { operationsOf, type OperationSide } from "./operation-side.js";
import {
  added,
  kept,
  removed,
  type ContractPair,
  type Maps,
  type OperationPair,
  type Pair,
  type ServiceTypePair,
} from "./pairs.js";
import { findRenames, type IsSame } from "./rename-actions.js";

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
