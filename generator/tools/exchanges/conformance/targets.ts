import type { Location } from "../../../diagnostics/diagnostic.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { CallTarget } from "../find-target.js";

/** What a case may do to the API's data. `destructive`: what the contract says deletes or overwrites. */
export const effects = ["read", "write", "destructive"] as const;

export type Effect = (typeof effects)[number];

/** Where the contract declares an operation or action. */
export function placeOf(
  { contract: { locations, serviceTypes } }: ExchangeContract,
  { endpoint, node }: CallTarget,
): Location | undefined {
  if (!node) return locations.operation(endpoint.operation);
  const type = serviceTypes.find(({ name }) => name === node.action.serviceType)!;
  return locations.action(type, node.action);
}

/** What a call may do. Removing something of the run's own is a change like others. */
export function effectOf({ endpoint, node }: CallTarget): Effect {
  if (node) return node.action.destructive ? "destructive" : node.action.readOnly ? "read" : "write";
  return ["GET", "HEAD", "OPTIONS"].includes(endpoint.operation.method) ? "read" : "write";
}

/** The greater of two effects. */
export function atLeast(one: Effect, other: Effect): Effect {
  return effects.indexOf(one) > effects.indexOf(other) ? one : other;
}

/** The alternatives of scopes that a call needs; empty: none. */
export function scopesOf({ endpoint, node }: CallTarget): readonly (readonly string[])[] {
  if (node) return node.action.effectiveScopes;
  const alternatives = endpoint.operation.security.map((schemes) => [...new Set(Object.values(schemes).flat())]);
  return alternatives.some((scopes) => scopes.length === 0) ? [] : alternatives;
}

/** Whether every call needs credentials. */
export function needsCredentials({ endpoint }: CallTarget): boolean {
  const { security } = endpoint.operation;
  return security.length > 0 && security.every((schemes) => Object.keys(schemes).length > 0);
}

/** Whether an operation declares a status, a class of them or `default`, by its key. */
export function declares({ endpoint }: CallTarget, key: string): boolean {
  return endpoint.operation.responses.some(({ status }) => status === key);
}
