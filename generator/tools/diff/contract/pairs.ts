import type { ActionSide, ServiceTypeSide } from "./action-side.js";
import type { ContractVersion } from "./contract-version.js";
import type { OperationSide } from "./operation-side.js";

/** The same thing in both versions. */
export interface Pair<Side> {
  readonly before: Side;
  readonly after: Side;
}

/** Things by name in both versions. */
export type Maps<Side> = Pair<ReadonlyMap<string, Side>>;

/** Both contracts. */
export interface ContractPair extends Pair<ContractVersion> {
  readonly operations: Maps<OperationSide>;
  /** The same `operationId` at another path or with another method. */
  readonly movedOperations: readonly OperationPair[];
  readonly serviceTypes: Maps<ServiceTypeSide>;
}

export type OperationPair = Pair<OperationSide>;
export type ActionPair = Pair<ActionSide>;

/** A service type that both have. */
export interface ServiceTypePair extends Pair<ServiceTypeSide> {
  readonly addedActions: readonly ActionSide[];
  readonly removedActions: readonly ActionSide[];
  /** Neither added nor removed: they look like the same action by another name. */
  readonly renamedActions: readonly ActionPair[];
}

/** What only the base has. */
export function removed<Side>({ before, after }: Maps<Side>): Side[] {
  return [...before].flatMap(([key, side]) => (after.has(key) ? [] : [side]));
}

/** What only the revision has. */
export function added<Side>({ before, after }: Maps<Side>): Side[] {
  return removed({ before: after, after: before });
}

/** What both have. */
export function kept<Side>({ before, after }: Maps<Side>): Pair<Side>[] {
  return [...before].flatMap(([key, side]) => {
    const other = after.get(key);
    return other === undefined ? [] : [{ before: side, after: other }];
  });
}

/** Operations of a role that are gone and did not only move. */
export function removedOperations({ operations, movedOperations }: ContractPair, role: OperationSide["role"]): OperationSide[] {
  const moved = movedOperations.map(({ before }) => before);
  return removed(operations).filter((operation) => operation.role === role && !moved.includes(operation));
}
