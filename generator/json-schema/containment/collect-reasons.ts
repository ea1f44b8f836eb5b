import type { PartReason, Reason } from "./reason.js";
import type { Prover } from "./prover.js";
import type { Conjunction } from "./shape.js";

/** A reason, and the way to it from the values that were compared. */
export interface LocatedReason {
  readonly reason: Reason;
  readonly way: readonly PartReason[];
  /** The part that it is about. */
  readonly left: Conjunction;
  readonly right: Conjunction;
}

/** Reasons that are told of one comparison. */
const maxReasons = 500;

/** Every reason why not all of the left fits the right, the nearest first; each pair of schemas is explained once. */
export function collectReasons(prover: Prover, left: Conjunction, right: Conjunction): LocatedReason[] {
  const found: LocatedReason[] = [];
  const seen = new Map<Conjunction, Set<Conjunction>>();
  const queue: { left: Conjunction; right: Conjunction; way: readonly PartReason[] }[] = [{ left, right, way: [] }];
  // The list grows while it is gone through.
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
