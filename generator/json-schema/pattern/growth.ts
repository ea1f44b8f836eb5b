import { type Automaton, buildAutomaton, type Edge, tooComplex } from "./automaton.js";
import { hasManyRuns } from "./many-runs.js";
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
  try {
    return node ? growth(node, false, { steps: maxSteps }) : "unknown";
  } catch (problem) {
    if (problem !== tooComplex) throw problem;
    return "unknown";
  }
}

function growth(node: PatternNode, isWholeText: boolean, budget: Budget): Growth {
  const automaton = buildAutomaton(node, isWholeText);
  if (automaton.hasBackreference) return "unknown";
  const isExponential = hasExponentialLoop(automaton, budget) || hasManyRuns(automaton);
  const own = isExponential ? "exponential" : { degree: loopChain(automaton, budget) };
  return automaton.looks.reduce<Growth>((worst, { body, isRepeated }) => {
    const once = growth(body, true, budget);
    // What stands in a lookahead is paid again wherever it is tried.
    return combine(worst, typeof once === "object" && isRepeated && isUnbounded(body) ? { degree: once.degree + 1 } : once);
  }, own);
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
  return loopsOf(automaton, 2).some((loop) => {
    const inside = new Set(loop);
    const edges = new Map(loop.map((p) => [p, [...automaton.edges[p]!.values()].filter(({ to }) => inside.has(to))]));
    if ([...edges.values()].some((list) => list.some(({ ways }) => ways > 1))) return true;
    return hasAmbiguousReturn(automaton, loop[0]!, (p) => edges.get(p)!.map(({ to }) => to), budget);
  });
}

/** True if one text leads from `start` back to it by two different ways. */
function hasAmbiguousReturn(
  { sets, table }: Automaton,
  start: number,
  next: (p: number) => readonly number[],
  budget: Budget,
): boolean {
  const count = sets.length;
  const home = start * count + start;
  // Pairs of positions that one text leads to, and from which pairs.
  const sources = new Map<number, number[]>([[home, []]]);
  const pending = [home];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    for (const a of next(Math.floor(pair / count))) {
      for (const b of next(pair % count)) {
        spend(budget);
        if (table.meet(sets[a]!, sets[b]!) === undefined) continue;
        const target = a * count + b;
        const known = sources.get(target);
        if (known) known.push(pair);
        else {
          sources.set(target, [pair]);
          pending.push(target);
        }
      }
    }
  }
  const back = [home];
  const returning = new Set(back);
  for (let pair = back.pop(); pair !== undefined; pair = back.pop()) {
    if (Math.floor(pair / count) !== pair % count) return true;
    for (const source of sources.get(pair)!) {
      if (returning.has(source)) continue;
      returning.add(source);
      back.push(source);
    }
  }
  return false;
}

/** The largest number of unbounded loops that can share one text in any division: the power with which time grows. */
function loopChain(automaton: Automaton, budget: Budget): number {
  const loops = loopsOf(automaton, Infinity).flatMap((list) => {
    const positions = new Set(list);
    return list.map((position): Loop => ({ position, positions }));
  });
  const lengths = new Map<Loop, number>();
  const longest = (loop: Loop): number => {
    const known = lengths.get(loop);
    if (known !== undefined) return known;
    // Loops that hand over to each other: as many as there are.
    lengths.set(loop, loops.length);
    const followers = loops.filter((other) => other !== loop && canHandOver(automaton, loop, other, budget));
    const length = 1 + Math.max(0, ...followers.map(longest));
    lengths.set(loop, length);
    return length;
  };
  return Math.max(1, ...loops.map(longest));
}

/** A position of a loop, and all of the loop's. */
interface Loop {
  readonly position: number;
  readonly positions: ReadonlySet<number>;
}

/** True if one text leads round both loops, and from the first into the second: then either can read any part of it. */
function canHandOver({ sets, table, edges }: Automaton, from: Loop, to: Loop, budget: Budget): boolean {
  spend(budget);
  const [p, q, count] = [from.position, to.position, sets.length];
  if (table.meet(sets[p]!, sets[q]!) === undefined) return false;
  const goal = (p * count + q) * count + q;
  const pending = [(p * count + p) * count + q];
  const seen = new Set(pending);
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const [a, b, c] = [Math.floor(state / count / count), Math.floor(state / count) % count, state % count];
    for (const nextA of edges[a]!.keys()) {
      if (!from.positions.has(nextA)) continue;
      for (const nextC of edges[c]!.keys()) {
        spend(budget);
        const both = to.positions.has(nextC) ? table.meet(sets[nextA]!, sets[nextC]!) : undefined;
        if (both === undefined) continue;
        for (const nextB of edges[b]!.keys()) {
          spend(budget);
          const target = (nextA * count + nextB) * count + nextC;
          if (seen.has(target) || table.meet(both, sets[nextB]!) === undefined) continue;
          if (target === goal) return true;
          seen.add(target);
          pending.push(target);
        }
      }
    }
  }
  return false;
}

/** The loops of an automaton: positions that reach each other by edges with at least this limit. */
function loopsOf({ edges }: Automaton, minLimit: number): number[][] {
  const follows = (edge: Edge) => edge.limit >= minLimit;
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const loops: number[][] = [];

  // Tarjan's algorithm, with a stack of its own: patterns can be long.
  for (const root of edges.keys()) {
    if (order.has(root)) continue;
    const stack = [enter(root)];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const { at, next } = top;
      const to = next.pop();
      if (to === undefined) {
        stack.pop();
        const caller = stack.at(-1);
        if (caller) low.set(caller.at, Math.min(low.get(caller.at)!, low.get(at)!));
        if (low.get(at) === order.get(at)) close(at);
      } else if (!order.has(to)) stack.push(enter(to));
      else if (isOpen.has(to)) low.set(at, Math.min(low.get(at)!, order.get(to)!));
    }
  }
  return loops;

  function enter(at: number): { at: number; next: number[] } {
    order.set(at, order.size);
    low.set(at, order.get(at)!);
    open.push(at);
    isOpen.add(at);
    return { at, next: [...edges[at]!.values()].filter(follows).map(({ to }) => to) };
  }
  function close(at: number): void {
    const loop = open.splice(open.lastIndexOf(at));
    for (const member of loop) isOpen.delete(member);
    const self = edges[at]!.get(at);
    if (loop.length > 1 || (self && follows(self))) loops.push(loop);
  }
}
