import type { PartReason, Reason } from "./reason.js";
import type { Prover } from "./prover.js";
import type { Conjunction } from "./shape.js";

/** A reason, and the steps to it from the compared values. */
export interface LocatedReason {
  readonly reason: Reason;
  readonly way: readonly PartReason[];
  /** The part that it concerns. */
  readonly left: Conjunction;
  readonly right: Conjunction;
}

/** The maximum number of reasons per comparison. */
const maxReasons = 500;

/** Returns every reason why the left is not contained in the right, the nearest first. Explains each pair of schemas once. */
export function collectReasons(prover: Prover, left: Conjunction, right: Conjunction): LocatedReason[] {
  const found: LocatedReason[] = [];
  const seen = new Map<Conjunction, Set<Conjunction>>();
  const queue: { left: Conjunction; right: Conjunction; way: readonly PartReason[] }[] = [{ left, right, way: [] }];
  // The list grows during the iteration.
  for (const next of queue) {
    const partners = seen.get(next.left) ?? new Set();
    if (partners.has(next.right)) continue;
    seen.set(next.left, partners.add(next.right));
    for (const failure of prover.failures(next.left, next.right)) {
      if (failure.kind === "part") queue.push({ left: failure.left, right: failure.right, way: [...next.way, failure] });
      else found.push({ reason: failure, ...next });
      if (found.length === maxReasons) return found;
    }
  }
  return found;
}
