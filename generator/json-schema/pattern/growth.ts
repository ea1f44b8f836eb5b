import { type Automaton, buildAutomaton, type Edge, tooComplex } from "./automaton.js";
import { countRuns, hasManyRuns } from "./many-runs.js";
import { onceEach } from "./once-each.js";
import { parsePattern, type PatternNode } from "./parse-pattern.js";

/**
 * How the time of a backtracking matcher grows with the length of the text: at most with its power `degree` (1: linear),
 * exponentially, or in an unknown way.
 */
export type Growth = PowerGrowth | "exponential" | "unknown";

/** Growth with a power of the text's length. */
export interface PowerGrowth {
  readonly degree: number;
  readonly hasBackreference?: true;
  /** The length in characters of the longest text to match; absent: no limit, or unknown. */
  readonly longestText?: number;
}

/** The maximum lengths of matched texts: for quadratic patterns, and for cubic ones and those with back references. */
const longTexts = 2_000;
const shortTexts = 150;

/** The number of a matcher's steps that take less than 50 ms on current machines. */
const harmlessRuns = 5_000_000;

/** The maximum number of comparisons per pattern. */
const maxSteps = 1_000_000;

/** Analyzes a pattern that `new RegExp` accepts with these flags. Never underestimates the growth. */
export function growthOf(pattern: string, flags: "" | "u"): Growth {
  return flags === "u" ? unicodeGrowth(pattern) : plainGrowth(pattern);
}

const unicodeGrowth = onceEach((pattern) => findGrowth(pattern, "u"));
const plainGrowth = onceEach((pattern) => findGrowth(pattern, ""));

function findGrowth(pattern: string, flags: "" | "u"): Growth {
  const node = parsePattern(pattern, flags);
  try {
    if (!node) return "unknown";
    const found = growth(node, false, { steps: maxSteps });
    return typeof found === "string" || isLinear(found) ? found : { ...found, ...limitOf(node, found) };
  } catch (problem) {
    if (problem !== tooComplex) throw problem;
    return "unknown";
  }
}

function isLinear({ degree, hasBackreference }: PowerGrowth): boolean {
  return degree === 1 && !hasBackreference;
}

function limitOf(node: PatternNode, { degree, hasBackreference }: PowerGrowth): { longestText?: number } {
  const lengths = degree > 3 ? [] : degree === 3 || hasBackreference ? [shortTexts] : [longTexts, shortTexts];
  const shortest = shortestMatch(node);
  const longestText = lengths.find((length) => shortest <= length && runsOf(node, false, length) <= harmlessRuns);
  return longestText === undefined ? {} : { longestText };
}

/** Returns the minimum number of characters of a match. */
function shortestMatch(node: PatternNode): number {
  switch (node.kind) {
    case "characters":
      return 1;
    case "sequence":
      return node.items.reduce((sum, item) => sum + shortestMatch(item), 0);
    case "choice":
      return Math.min(...node.items.map(shortestMatch));
    case "repeat":
      return node.min === 0 ? 0 : node.min * shortestMatch(node.body);
    default:
      return 0;
  }
}

function runsOf(node: PatternNode, isWholeText: boolean, length: number): number {
  const automaton = buildAutomaton(node, isWholeText);
  return automaton.looks.reduce(
    (runs, { body, isRepeated }) => runs + runsOf(body, true, length) * (isRepeated ? length : 1),
    countRuns(automaton, length),
  );
}

function growth(node: PatternNode, isWholeText: boolean, budget: Budget): Growth {
  const automaton = buildAutomaton(node, isWholeText);
  const isExponential = hasExponentialLoop(automaton, budget) || hasManyRuns(automaton);
  const own = isExponential ? "exponential" : powerGrowth(loopChain(automaton, budget), automaton.hasBackreference);
  return automaton.looks.reduce<Growth>((worst, { body, isRepeated }) => {
    const once = growth(body, true, budget);
    // The cost of a lookahead recurs at each position at which it is tried.
    return combine(
      worst,
      typeof once === "object" && isRepeated && isUnbounded(body) ? { ...once, degree: once.degree + 1 } : once,
    );
  }, own);
}

function powerGrowth(degree: number, hasBackreference: boolean): PowerGrowth {
  return hasBackreference ? { degree, hasBackreference } : { degree };
}

function isUnbounded(node: PatternNode): boolean {
  if (node.kind === "backreference") return true;
  if (node.kind === "repeat") return node.max === Infinity || isUnbounded(node.body);
  return (node.kind === "sequence" || node.kind === "choice") && node.items.some(isUnbounded);
}

function combine(a: Growth, b: Growth): Growth {
  if (a === "exponential" || b === "exponential") return "exponential";
  if (a === "unknown" || b === "unknown") return "unknown";
  return powerGrowth(Math.max(a.degree, b.degree), a.hasBackreference === true || b.hasBackreference === true);
}

interface Budget {
  steps: number;
}

function spend(budget: Budget): void {
  if (--budget.steps < 0) throw tooComplex;
}

/**
 * Returns whether a loop can match some text in two ways. Each repetition of the text then doubles the ways, and a mismatch
 * after it makes a backtracking matcher try all of them.
 */
function hasExponentialLoop(automaton: Automaton, budget: Budget): boolean {
  return loopsOf(automaton, 2).some((loop) => {
    const inside = new Set(loop);
    const edges = new Map(loop.map((p) => [p, [...automaton.edges[p]!.values()].filter(({ to }) => inside.has(to))]));
    if ([...edges.values()].some((list) => list.some(({ ways }) => ways > 1))) return true;
    return hasAmbiguousReturn(automaton, loop[0]!, (p) => edges.get(p)!.map(({ to }) => to), budget);
  });
}

/** Returns whether one text leads from `start` back to it in two different ways. */
function hasAmbiguousReturn(
  { sets, table }: Automaton,
  start: number,
  next: (p: number) => readonly number[],
  budget: Budget,
): boolean {
  const count = sets.length;
  const home = start * count + start;
  // Pairs of positions that one text leads to, and their preceding pairs.
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

/** Returns the largest number of unbounded loops that can divide one text in any way: the power with which time grows. */
function loopChain(automaton: Automaton, budget: Budget): number {
  const loops = loopsOf(automaton, Infinity).flatMap((list) => {
    const positions = new Set(list);
    return list.map((position): Loop => ({ position, positions }));
  });
  const lengths = new Map<Loop, number>();
  const longest = (loop: Loop): number => {
    const known = lengths.get(loop);
    if (known !== undefined) return known;
    // Loops that can hand over to each other count in full.
    lengths.set(loop, loops.length);
    const followers = loops.filter((other) => other !== loop && canHandOver(automaton, loop, other, budget));
    const length = 1 + Math.max(0, ...followers.map(longest));
    lengths.set(loop, length);
    return length;
  };
  return Math.max(1, ...loops.map(longest));
}

/** A position of a loop, and all positions of the loop. */
interface Loop {
  readonly position: number;
  readonly positions: ReadonlySet<number>;
}

/** Returns whether one text leads around both loops, and from the first into the second: then either can match any part of it. */
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

/** Returns the loops of an automaton: positions that reach each other by edges with at least this limit. */
function loopsOf({ edges }: Automaton, minLimit: number): number[][] {
  const follows = (edge: Edge) => edge.limit >= minLimit;
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const loops: number[][] = [];

  // Tarjan's algorithm with an explicit stack, because patterns can be long.
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
