import { areNodesDisjoint } from "./disjoint.js";
import { isContained, isCovered } from "./containment.js";
import { explain, unexplained } from "./explain.js";
import type { Failure, KnownClaims } from "./reason.js";
import { tooComplex } from "./too-complex.js";
import type { Conjunction, Shape } from "./shape.js";

/** Compares schemas by the values that they accept. */
export interface Prover {
  /** Returns whether it can be proved that every value of the left is valid for the right. */
  isContained(left: Conjunction, right: Conjunction): boolean;
  /** Returns whether it can be proved that no value is valid for both. */
  areDisjoint(left: Conjunction, right: Conjunction): boolean;
  /** Returns whether it can be proved that every value of a shape with one type is valid for the right. */
  isPieceContained(piece: Shape, left: Conjunction, right: Conjunction): boolean;
  /** Returns the obstacles to a proof that failed. */
  failures(left: Conjunction, right: Conjunction): readonly Failure[];
}

type Question = "contained" | "disjoint";

interface Claim {
  readonly question: Question;
  readonly left: Conjunction;
  readonly right: Conjunction;
  /** True until the proof fails. */
  holds: boolean;
  /** Claims whose proof depends on this one. */
  readonly supports: Set<Claim>;
  isWaiting: boolean;
  failures?: readonly Failure[];
}

/**
 * The maximum number of checked claims, including repetitions, and of compared shapes: thirty times what a contract of a megabyte
 * needs. A single claim that needs too much doesn't leave the others unproved.
 */
const maxLooks = 400_000;
const maxComparisons = 1_000_000;
const maxComparisonsPerClaim = 20_000;

/**
 * Assumes every claim until it is checked and can't be derived from claims that are still assumed. Then rechecks everything
 * that was derived with its help. The remaining claims support each other, recursion included: a counterexample would be an
 * infinite value. Checks each pair of schemas once, unless it fails.
 */
export function createProver(): Prover {
  const claims = new Map<Question, Map<Conjunction, Map<Conjunction, Claim>>>();
  const waiting: Claim[] = [];
  let looks = 0;
  let comparisons = 0;
  let comparisonsOfClaim = 0;

  const count = () => {
    if (++comparisons > maxComparisons || ++comparisonsOfClaim > maxComparisonsPerClaim) throw tooComplex;
  };
  const unlessTooComplex = <Result>(compute: () => Result): Result | undefined => {
    const outer = comparisonsOfClaim;
    comparisonsOfClaim = 0;
    try {
      return compute();
    } catch (problem) {
      // The stack of an engine may be smaller than usual.
      if (problem !== tooComplex && !(problem instanceof RangeError)) throw problem;
      return undefined;
    } finally {
      comparisonsOfClaim = outer;
    }
  };

  const claimOf = (question: Question, left: Conjunction, right: Conjunction): Claim => {
    const byLeft = entry(claims, question, () => new Map<Conjunction, Map<Conjunction, Claim>>());
    return entry(
      entry(byLeft, left, () => new Map<Conjunction, Claim>()),
      right,
      () => {
        const claim: Claim = { question, left, right, holds: true, supports: new Set(), isWaiting: true };
        waiting.push(claim);
        return claim;
      },
    );
  };
  /** Returns the current assumptions; the asking claim is rechecked if they fail. */
  const knownFor = (asking: Claim): KnownClaims => {
    const ask = (question: Question, left: Conjunction, right: Conjunction) => {
      if (question === "contained" && left.meaning === right.meaning) return true;
      const claim = claimOf(question, left, right);
      if (claim.holds) claim.supports.add(asking);
      return claim.holds;
    };
    return {
      isContained: (left, right) => ask("contained", left, right),
      areDisjoint: (left, right) => ask("disjoint", left, right),
      count,
    };
  };
  const look = (claim: Claim): boolean => {
    if (++looks > maxLooks) return false;
    const { question, left, right } = claim;
    const known = knownFor(claim);
    return (
      unlessTooComplex(() =>
        question === "contained" ? isContained({ left, right, known }) : areNodesDisjoint(left, right, known),
      ) ?? false
    );
  };
  const settle = () => {
    for (let claim = waiting.pop(); claim; claim = waiting.pop()) {
      claim.isWaiting = false;
      if (!claim.holds || look(claim)) continue;
      claim.holds = false;
      for (const supported of claim.supports) {
        if (!supported.holds || supported.isWaiting) continue;
        supported.isWaiting = true;
        waiting.push(supported);
      }
    }
  };

  /** Facts: every claim is settled when it is queried. */
  const settled = (question: Question, left: Conjunction, right: Conjunction): boolean => {
    if (question === "contained" && left.meaning === right.meaning) return true;
    const claim = claimOf(question, left, right);
    settle();
    return claim.holds;
  };
  const known: KnownClaims = {
    isContained: (left, right) => settled("contained", left, right),
    areDisjoint: (left, right) => settled("disjoint", left, right),
    count,
  };

  return {
    isContained: known.isContained,
    areDisjoint: known.areDisjoint,
    isPieceContained: (piece, left, right) => unlessTooComplex(() => isCovered(piece, { left, right, known })) ?? false,
    failures(left, right) {
      if (known.isContained(left, right)) return [];
      const claim = claimOf("contained", left, right);
      claim.failures ??= unlessTooComplex(() => explain({ left, right, known })) ?? [unexplained(left, right)];
      return claim.failures;
    },
  };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
