import { clientNames } from "../../model/client-names.js";
import type { Contract, Operation } from "../../model/contract.js";
import type { Route } from "../../../templates/runtime/client/route.js";
import { findSecrets } from "./find-secrets.js";
import { parameterRules } from "./parameter-rules.js";
import { isBearerOnly } from "./security-schemes.js";

/** The operations of a contract as a client sends them, by the names of its methods. */
export function buildRoutes(contract: Contract): Map<string, Route> {
  const names = clientNames(contract).operations;
  const security = describeSecurity(contract);
  return new Map(
    contract.operations.map((operation) => {
      const name = names.get(operation.id)!;
      return [name, buildRoute(operation, name, security(operation), findSecrets(operation, contract))];
    }),
  );
}

function buildRoute(operation: Operation, name: string, security: string[][] | undefined, secrets: readonly string[]): Route {
  const parameters = parameterRules(operation);
  const content = operation.body?.content.map((mediaType) => mediaType.name) ?? [];
  return {
    ...(name === operation.id ? {} : { id: operation.id }),
    method: operation.method,
    path: operation.path,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content.every((type) => type === "application/json") ? {} : { content }),
    ...(security ? { security } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
  };
}

/** Whether all bodies are JSON. */
export function hasJsonBodies(contract: Contract): boolean {
  return contract.operations.every(({ body }) => (body?.content ?? []).every(({ name }) => name === "application/json"));
}

/**
 * What a route says of security. In a contract of bearer tokens only that one needs none: a token is sent if there is one,
 * also where the contract speaks of security nowhere.
 */
function describeSecurity(contract: Contract): (operation: Operation) => string[][] | undefined {
  const isBearer = isBearerOnly(contract);
  const isSilent = contract.operations.every((operation) => operation.security.length === 0);
  return ({ security }) => {
    if (isBearer) return isSilent || security.length > 0 ? undefined : [];
    return security.map((requirement) => Object.keys(requirement));
  };
}
