import type { Action, Operation } from "./contract.js";

/** The scopes that calls of an action need: those of one alternative of its endpoint's security, and all of its own. */
export function effectiveScopes({ scopes }: Pick<Action, "scopes">, { security }: Pick<Operation, "security">): string[][] {
  const alternatives = security.length > 0 ? security.map((requirement) => Object.values(requirement).flat()) : [[]];
  const sets = alternatives.map((needed) => new Set([...needed, ...scopes]));
  // Whoever has the scopes of one has those of an alternative that asks for less.
  const needed = sets.filter((set, index) => {
    const asksForLess = (other: ReadonlySet<string>) => [...other].every((scope) => set.has(scope));
    return !sets.some((other, at) => at !== index && asksForLess(other) && (other.size < set.size || at < index));
  });
  return needed.flatMap((set) => (set.size > 0 ? [[...set]] : []));
}
