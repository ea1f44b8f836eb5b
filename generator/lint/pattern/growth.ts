import { buildAutomaton, type Automaton } from "./automaton.js";
import { haveCommon, intersection } from "./character-set.js";
import { parsePattern, type PatternNode } from "./parse-pattern.js";

/**
 * How the time of a backtracking matcher grows with the text: at most with the power `degree` of its length (1: linear),
 * exponentially, or in a way that can't be told.
 */
export type Growth = { readonly degree: number } | "exponential" | "unknown";

/** Comparisons spent on one pattern. */
const maxSteps = 1_000_000;

/** Judges a pattern that `new RegExp` takes with these flags. Never says less than the truth. */
export function growthOf(pattern: string, flags: "" | "u"): Growth {
  const node = parsePattern(pattern, flags);
  return node ? growth(node, false) : "unknown";
}

function growth(node: PatternNode, isWholeText: boolean): Growth {
  const automaton = buildAutomaton(node, isWholeText);
  if (automaton.hasBackreference) return "unknown";
  const budget = { steps: maxSteps };
  try {
    const own = hasExponentialLoop(automaton, budget) ? "exponential" : { degree: loopChain(automaton, budget) };
    return automaton.looks.reduce<Growth>((worst, look) => combine(worst, lookGrowth(look)), own);
  } catch (problem) {
    if (problem !== tooComplex) throw problem;
    return "unknown";
  }
}

/** What a lookahead costs, which is paid again wherever it is tried. */
function lookGrowth({ body, isRepeated }: Automaton["looks"][number]): Growth {
  const once = growth(body, true);
  return typeof once === "object" && isRepeated && isUnbounded(body) ? { degree: once.degree + 1 } : once;
}

function isUnbounded(node: PatternNode): boolean {
  if (node.kind === "repeat") return node.max === Infinity || isUnbounded(node.body);
  return (node.kind === "sequence" || node.kind === "choice") && node.items.some(isUnbounded);
}

function combine(a: Growth, b: Growth): Growth {
  if (a === "exponential" || b === "exponential") return "exponential";
  if (a === "unknown" || b === "unknown") return "unknown";
  return a.degree > b.degree ? a : b;
}

const tooComplex = new Error("too complex");

interface Budget {
  steps: number;
}

function spend(budget: Budget): void {
  if (--budget.steps < 0) throw tooComplex;
}

/**
 * True if a loop can read some text in two ways: each repetition of the text then doubles the ways, and a mismatch behind
 * makes a backtracking matcher try all of them.
 */
function hasExponentialLoop(automaton: Automaton, budget: Budget): boolean {
  return components(automaton, 2).some((loop) => {
    const inside = new Set(loop);
    const next = (p: number) => [...automaton.edges[p]!.values()].filter(({ to }) => inside.has(to));
    if (loop.some((p) => next(p).some(({ ways }) => ways > 1))) return true;
    // Pairs of positions reachable with the same text; all pairs (p, p) of a loop reach each other.
    const count = automaton.sets.length;
    const start = loop[0]! * count + loop[0]!;
    const sources = new Map<number, number[]>();
    const pending = [start];
    const seen = new Set(pending);
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      for (const a of next(Math.floor(pair / count))) {
        for (const b of next(pair % count)) {
          spend(budget);
          if (!haveCommon(automaton.sets[a.to]!, automaton.sets[b.to]!)) continue;
          const target = a.to * count + b.to;
          const list = sources.get(target);
          if (list) list.push(pair);
          else sources.set(target, [pair]);
          if (!seen.has(target)) {
            seen.add(target);
            pending.push(target);
          }
        }
      }
    }
    const back = [start];
    const returning = new Set(back);
    for (let pair = back.pop(); pair !== undefined; pair = back.pop()) {
      if (Math.floor(pair / count) !== pair % count) return true;
      for (const source of sources.get(pair) ?? []) {
        if (returning.has(source)) continue;
        returning.add(source);
        back.push(source);
      }
    }
    return false;
  });
}

/** The largest number of unbounded loops that can share one text in any division: the power with which time grows. */
function loopChain(automaton: Automaton, budget: Budget): number {
  const loopOf = new Map(components(automaton, Infinity).flatMap((loop) => loop.map((p) => [p, new Set(loop)] as const)));
  const positions = [...loopOf.keys()];
  const followers = new Map(
    positions.map((p) => [p, positions.filter((q) => q !== p && canHandOver(automaton, [p, loopOf.get(p)!], [q, loopOf.get(q)!], budget))]),
  );
  const lengths = new Map<number, number>();
  const longest = (p: number): number => {
    const known = lengths.get(p);
    if (known !== undefined) return known;
    // Positions that hand over to each other: as many as there are.
    lengths.set(p, positions.length);
    const length = 1 + Math.max(0, ...followers.get(p)!.map(longest));
    lengths.set(p, length);
    return length;
  };
  return Math.max(1, ...positions.map(longest));
}

/** True if one text leads round both loops, and from `p` to `q`: then either loop can read any part of it. */
function canHandOver({ sets, edges }: Automaton, [p, loopOfP]: Loop, [q, loopOfQ]: Loop, budget: Budget): boolean {
  if (!haveCommon(sets[p]!, sets[q]!)) return false;
  const count = sets.length;
  const goal = (p * count + q) * count + q;
  const pending = [(p * count + p) * count + q];
  const seen = new Set(pending);
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const [a, b, c] = [Math.floor(state / count / count), Math.floor(state / count) % count, state % count];
    for (const nextA of edges[a]!.keys()) {
      if (!loopOfP.has(nextA)) continue;
      for (const nextC of edges[c]!.keys()) {
        if (!loopOfQ.has(nextC)) continue;
        const both = intersection(sets[nextA]!, sets[nextC]!);
        for (const nextB of both.length > 0 ? edges[b]!.keys() : []) {
          spend(budget);
          const target = (nextA * count + nextB) * count + nextC;
          if (seen.has(target) || !haveCommon(both, sets[nextB]!)) continue;
          if (target === goal) return true;
          seen.add(target);
          pending.push(target);
        }
      }
    }
  }
  return false;
}

/** A position of a loop, and all of the loop's. */
type Loop = readonly [position: number, loop: ReadonlySet<number>];

/** Sets of positions that reach each other by edges with at least this limit; positions that don't even reach themselves are left out. */
function components({ edges }: Automaton, minLimit: number): number[][] {
  const reach = edges.map((_, start) => {
    const seen = new Set<number>();
    const pending = [start];
    for (let p = pending.pop(); p !== undefined; p = pending.pop()) {
      for (const { to, limit } of edges[p]!.values()) {
        if (limit < minLimit || seen.has(to)) continue;
        seen.add(to);
        pending.push(to);
      }
    }
    return seen;
  });
  const done = new Set<number>();
  const found: number[][] = [];
  for (const [p, reached] of reach.entries()) {
    if (done.has(p) || !reached.has(p)) continue;
    const component = [...reached].filter((q) => reach[q]!.has(p));
    for (const q of component) done.add(q);
    found.push(component);
  }
  return found;
}
