import { compare } from "../diagnostics/diagnostic.js";
import type { Action, Operation } from "./contract.js";

/**
 * The scopes that a call of an action needs: what its endpoint's security asks for, and what the action asks for. Several
 * lists: each is enough.
 */
export function effectiveScopes({ security }: Pick<Operation, "security">, { scopes }: Pick<Action, "scopes">): string[][] {
  const alternatives = (security.length > 0 ? security : [{}]).map((requirement) => {
    return [...new Set([...Object.values(requirement).flat(), ...scopes])];
  });
  const unique = new Map(alternatives.map((list) => [JSON.stringify([...list].sort(compare)), list]));
  const lists = [...unique.values()];
  const isWider = (list: readonly string[], other: readonly string[]) =>
    other.length < list.length && other.every((scope) => list.includes(scope));
  return lists.filter((list) => !lists.some((other) => isWider(list, other)));
}
