import { compare } from "../../../diagnostics/diagnostic.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { placeFixtures } from "./place-fixtures.js";
import { planAction } from "./plan-action.js";
import { planOperation } from "./plan-operation.js";
import type { PlannedFile } from "./planned.js";

export interface PlanOptions {
  /** Another seed chooses other values to break. */
  readonly seed: number;
  /** `postgres`, `postgres.add_ip` or an operation id; none: all. */
  readonly only: readonly string[];
}

/** Plans fixtures for all actions and operations of a contract, or for some of them; sorted by path. */
export function planFixtures(contract: ExchangeContract, { seed, only }: PlanOptions): PlannedFile[] {
  const isWanted = (...names: string[]) => only.length === 0 || names.some((name) => only.includes(name));
  const places = placeFixtures(contract);
  const files: PlannedFile[] = [];
  for (const [type, actions] of contract.actions) {
    for (const [name, node] of actions) {
      if (isWanted(type, `${type}.${name}`)) files.push({ ...planAction(contract, node, seed), ...places.action(type, name) });
    }
  }
  for (const [id, endpoint] of contract.endpoints) {
    if (isWanted(id)) files.push({ ...planOperation(contract, endpoint, seed), ...places.operation(id) });
  }
  return files.sort((a, b) => compare(a.path, b.path));
}

/** Everything that `only` may name. */
export function plannableNames({ actions, endpoints }: ExchangeContract): string[] {
  const ofTypes = [...actions].flatMap(([type, list]) => [type, ...[...list.keys()].map((name) => `${type}.${name}`)]);
  return [...ofTypes, ...endpoints.keys()];
}
