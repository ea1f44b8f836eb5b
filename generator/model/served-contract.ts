import { routableOperations } from "../document/path-template.js";
import type { ServerAddress } from "../document/server-address.js";
import type { Contract } from "./contract.js";

/** Returns the part of a contract that a server can serve: the operations that it can route requests to, and their actions. */
export function servedContract<Whole extends Contract>(contract: Whole): Whole {
  const operations = routableOperations(contract.operations);
  if (operations.length === contract.operations.length) return contract;
  const ids = new Set(operations.map(({ id }) => id));
  return { ...contract, operations, serviceTypes: contract.serviceTypes.filter(({ operationId }) => ids.has(operationId)) };
}

/** Returns the URL of the contract's first HTTP server. */
export function firstAddress({ servers }: Contract): ServerAddress | undefined {
  return servers.flatMap(({ address }) => address ?? [])[0];
}
