import { areNodesDisjoint } from "./disjoint.js";
import { isContained } from "./containment.js";
import { explain, unexplained } from "./explain.js";
import type { Failure, KnownClaims } from "./reason.js";
import { tooComplex } from "./too-complex.js";
import type { Conjunction } from "./shape.js";

/** Compares schemas by what they accept. */
export interface Prover {
  /** Whether it can be shown that every value of the left fits the right. */
  isContained(left: Conjunction, right: Conjunction): boolean;
  /** Whether it can be shown that no value fits both. */
  areDisjoint(left: Conjunction, right: Conjunction): boolean;
  /** What stands in the way, where it could not be shown. */
  failures(left: Conjunction, right: Conjunction): readonly Failure[];
}

type Question = "contained" | "disjoint";

interface Claim {
  readonly question: Question;
  readonly left: Conjunction;
  readonly right: Conjunction;
  /** True until it turns out that it can't be shown. */
  holds: boolean;
  /** Claims that were shown with the help of this one. */
  readonly supports: Set<Claim>;
  isWaiting: boolean;
  failures?: readonly Failure[];
}

/** Claims that are looked at, again and again where others fall, and shapes that are compared: more than any real contract needs. */
const maxLooks = 400_000;
const maxComparisons = 4_000_000;

/**
 * Every claim is believed until it is looked at and can't be shown from those that are still believed; then whatever was shown
 * with its help is looked at again. What is left standing supports itself, recursion included: a counterexample would be a
 * value without end. Each pair of schemas is looked at once, unless it fell.
 */
export function createProver(): Prover {
  const claims = new Map<Question, Map<Conjunction, Map<Conjunction, Claim>>>();
  const waiting: Claim[] = [];
  let looks = 0;
  let comparisons = 0;

  const count = () => {
    if (++comparisons > maxComparisons) throw tooComplex;
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
  /** What is believed now; who asks is looked at again if it falls. */
  const knownTo = (asking: Claim): KnownClaims => {
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
    const known = knownTo(claim);
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

  /** What is certain: every claim is settled when it is asked about. */
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
    failures(left, right) {
      if (known.isContained(left, right)) return [];
      const claim = claimOf("contained", left, right);
      claim.failures ??= unlessTooComplex(() => explain({ left, right, known })) ?? [unexplained(left, right)];
      return claim.failures;
    },
  };
}

function unlessTooComplex<Result>(compute: () => Result): Result | undefined {
  try {
    return compute();
  } catch (problem) {
    // An engine's stack may be smaller than usual.
    if (problem !== tooComplex && !(problem instanceof RangeError)) throw problem;
    return undefined;
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
