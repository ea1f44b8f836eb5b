import type { SecurityScheme as SchemeRule } from "../../../templates/runtime/client/secrets.js";
import type { Contract, Operation, SecurityScheme } from "../../model/contract.js";

/**
 * The security of a route. If a contract has only bearer tokens, the route needs none: a token is sent if there is one, even if
 * the contract declares no security.
 */
export function describeSecurity(contract: Contract): (operation: Operation) => string[][] | undefined {
  const isBearer = isBearerOnly(contract);
  const isSilent = contract.operations.every((operation) => operation.security.length === 0);
  return ({ security }) => {
    if (isBearer) return isSilent || security.length > 0 ? undefined : [];
    return security.map((requirement) => Object.keys(requirement));
  };
}

/** Whether some operations need no token, while others do. */
export function hasOpenOperations({ operations }: Contract): boolean {
  const open = operations.filter(({ security }) => security.length === 0).length;
  return open > 0 && open < operations.length;
}

/** The security schemes that the operations of a contract require, and how each authenticates the caller. */
export function schemeRules({ operations, securitySchemes }: Contract): Map<string, SchemeRule> {
  const names = operations.flatMap(({ security }) => security.flatMap((requirement) => Object.keys(requirement)));
  return new Map([...new Set(names)].map((name) => [name, schemeRule(securitySchemes.get(name))]));
}

/** Whether a bearer token is the only credential that the contract requires. */
export function isBearerOnly(contract: Contract): boolean {
  return [...schemeRules(contract).values()].every(({ type }) => type === "bearer");
}

/** How a security scheme authenticates the caller. */
export function schemeRule({ type, scheme, in: place, parameter: name }: Partial<SecurityScheme> = {}): SchemeRule {
  const http = scheme?.toLowerCase();
  if (type === "oauth2" || type === "openIdConnect" || http === "bearer") return { type: "bearer" };
  if (http === "basic") return { type: "basic" };
  if (type !== "apiKey" || name === undefined) return { type: "none" };
  return place === "header" || place === "query" || place === "cookie" ? { type: "key", in: place, name } : { type: "none" };
}
