import { isObject, own, type JsonObject } from "./json-value.js";

/**
 * Returns whether an operation exists to return secrets: it has `x-<prefix>-reveal: true`, or one of its security alternatives
 * requires a scope that ends in `:reveal`.
 */
export function isRevealing(operation: JsonObject, document: JsonObject, extensionPrefix: string): boolean {
  if (own(operation, `x-${extensionPrefix}-reveal`) === true) return true;
  const security = Object.hasOwn(operation, "security") ? operation["security"] : own(document, "security");
  if (!Array.isArray(security)) return false;
  return security.some((requirement) => isObject(requirement) && Object.values(requirement).some(hasRevealScope));
}

function hasRevealScope(scopes: unknown): boolean {
  return Array.isArray(scopes) && scopes.some((scope) => typeof scope === "string" && scope.endsWith(":reveal"));
}
