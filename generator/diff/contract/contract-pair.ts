import { ownString } from "../../load/json-value.js";
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

/** An operation keeps its `operationId` wherever it goes, and a callback its name. */
function findMoved(operations: Maps<OperationSide>): OperationPair[] {
  const [old, young] = [removed(operations), added(operations)];
  const byCallback = (side: OperationSide, sides: readonly OperationSide[]) =>
    sides.filter(({ callbackKey }) => callbackKey !== undefined && callbackKey === side.callbackKey);
  return old.flatMap((before) => {
    const id = ownString(before.object, "operationId");
    const sameId = young.find(
      ({ object, role }) => id !== undefined && role === before.role && ownString(object, "operationId") === id,
    );
    // With several URLs on one side it can't be told which became which.
    const [sameCallback, ...others] = byCallback(before, young);
    const isOnly = others.length === 0 && byCallback(before, old).length === 1;
    const after = sameId ?? (isOnly ? sameCallback : undefined);
    return after ? [{ before, after }] : [];
  });
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
