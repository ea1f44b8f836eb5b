import type { Contract } from "../../model/contract.js";

/** Returns a contract with only the actions that have one of some tags, and the service types that still have any. */
export function taggedContract<Whole extends Contract>(contract: Whole, tags: readonly string[]): Whole {
  const serviceTypes = contract.serviceTypes.flatMap((type) => {
    const actions = type.actions.filter((action) => action.tags.some((tag) => tags.includes(tag)));
    const names = new Set(actions.map(({ name }) => name));
    return actions.length === 0 ? [] : [{ ...type, actions, advertised: type.advertised.filter((name) => names.has(name)) }];
  });
  const types = new Set(serviceTypes.map(({ name }) => name));
  // An endpoint without remaining actions is not an ordinary operation, so it is removed as well.
  const operations = contract.operations.flatMap((operation) => {
    const left = operation.serviceTypes.filter((name) => types.has(name));
    return operation.isEndpoint && left.length === 0 ? [] : [{ ...operation, serviceTypes: left }];
  });
  return { ...contract, serviceTypes, operations };
}
