import { allOperations } from "./action-operation.js";
import type { Contract, Operation } from "./contract.js";

/** The header of requests that run once for each of its values. */
export const idempotencyKey = "idempotency-key";

/** The headers of requests that are handled if the representation of a resource is, or isn't, the same. */
export const preconditions = ["if-match", "if-none-match"] as const;

/** Returns whether an operation declares a header parameter; its name is in lower case. */
export function takesHeader({ parameters }: Pick<Operation, "parameters">, header: string): boolean {
  return parameters.some(({ in: place, name }) => place === "header" && name.toLowerCase() === header);
}

/** Returns whether any operation of a contract, or an action itself, declares one of these header parameters. */
export function takesHeaders(contract: Pick<Contract, "operations" | "serviceTypes">, ...headers: readonly string[]): boolean {
  return allOperations(contract).some((operation) => headers.some((header) => takesHeader(operation, header)));
}
