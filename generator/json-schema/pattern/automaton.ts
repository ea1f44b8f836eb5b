import { createSetTable, lastCodePoint, type CharacterSet, type SetTable } from "./character-set.js";
import type { PatternNode } from "./parse-pattern.js";

/** A step from one position of a pattern to the next. */
export interface Edge {
  readonly to: number;
  /** If greater than 1, a backtracking matcher has several ways to make the same step. */
  ways: number;
  /** The maximum number of times the step can be made if a bounded repetition makes it; otherwise infinite. */
  limit: number;
}

/**
 * The positions of a pattern that match a character, and the steps between them. Once the whole pattern has matched,
 * regardless of the remaining text, nothing is retried: such positions have no steps.
 */
export interface Automaton {
  /** The sets that positions match, as numbers of the table. */
  readonly sets: readonly number[];
  readonly table: SetTable;
  /** The position at which an unanchored pattern skips the preceding characters. */
  readonly prefix: number | undefined;
  /** The initial positions, and the number of ways to each. */
  readonly first: ReadonlyMap<number, number>;
  readonly edges: readonly ReadonlyMap<number, Edge>[];
  /** Bodies of lookaheads and lookbehinds. `isRepeated`: evaluated at any number of positions of a text. */
  readonly looks: readonly { readonly body: PatternNode; readonly isRepeated: boolean }[];
  readonly hasBackreference: boolean;
}

/** Part of an automaton under construction. */
interface Fragment {
  /** The number of ways to match the empty string. */
  readonly empty: number;
  /** True if nothing can be matched without an assertion that could fail. */
  readonly isSure: boolean;
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, { readonly ways: number; readonly isSure: boolean }>;
}

/** The maximum numbers of positions for writing out the copies of a repetition's body: for few copies, and for many. */
const fewCopies = { times: 4, positions: 64 };
const manyCopies = { positions: 16 };

/** Up to this number, repetitions are a constant factor; more count as unbounded. */
const boundedRepetition = 256;

/** The maximum number of positions of a pattern, and of steps between them, to analyze. */
const maxPositions = 2_000;
const maxEdges = 50_000;

/** The maximum numbers of parts to analyze, with a copy of a group for each reference to it, and of nested references. */
const maxParts = 20_000;
const maxReferences = 50;

/** Thrown for a pattern that would take too long to analyze. */
export const tooComplex = new Error("too complex");

const nothing: Fragment = { empty: 1, isSure: true, first: new Map(), last: new Map() };

/** Builds the position automaton of a pattern. An unanchored pattern begins with a loop over any character. */
export function buildAutomaton(pattern: PatternNode, isWholeText: boolean): Automaton {
  const table = createSetTable();
  const sets: number[] = [];
  const edges: Map<number, Edge>[] = [];
  const looks: Automaton["looks"][number][] = [];
  let hasBackreference = false;
  const isAnchored = isWholeText || startsAnchored(pattern);
  /** True after the first repetition, when the pattern is tried at many positions. */
  let isRepeated = !isAnchored;

  const position = (set: CharacterSet): number => {
    sets.push(table.add(set));
    if (sets.length > maxPositions) throw tooComplex;
    edges.push(new Map());
    return sets.length - 1;
  };
  let edgeCount = 0;
  const connect = (from: Fragment["last"], to: Fragment["first"], limit: number): void => {
    for (const [p, { ways }] of from) {
      for (const [q, more] of to) {
        const edge = edges[p]!.get(q);
        if (++edgeCount > maxEdges) throw tooComplex;
        if (!edge) edges[p]!.set(q, { to: q, ways: capped(ways * more), limit });
        else {
          edge.ways = capped(edge.ways + ways * more);
          edge.limit = Math.max(edge.limit, limit);
        }
      }
    }
  };
  const join = (a: Fragment, b: Fragment): Fragment => {
    connect(a.last, b.first, Infinity);
    const first = new Map(a.first);
    if (a.empty > 0) for (const [q, ways] of b.first) first.set(q, capped((first.get(q) ?? 0) + ways * a.empty));
    const last = new Map(b.last);
    if (b.empty > 0)
      for (const [p, end] of a.last) last.set(p, { ways: capped(end.ways * b.empty), isSure: end.isSure && b.isSure });
    return { empty: capped(a.empty * b.empty), isSure: a.isSure && b.isSure, first, last };
  };
  const choose = (fragments: readonly Fragment[]): Fragment => ({
    empty: capped(fragments.reduce((sum, { empty }) => sum + empty, 0)),
    isSure: fragments.some(({ empty, isSure }) => empty > 0 && isSure),
    first: new Map(fragments.flatMap(({ first }) => [...first])),
    last: new Map(fragments.flatMap(({ last }) => [...last])),
  });
  const optional = (fragment: Fragment): Fragment => ({ ...fragment, empty: 1, isSure: true });

  let partCount = 0;
  let references = 0;
  const build = (node: PatternNode): Fragment => {
    if (++partCount > maxParts) throw tooComplex;
    switch (node.kind) {
      case "characters": {
        if (node.set.length === 0) return { ...nothing, empty: 0 };
        const at = position(node.set);
        return { empty: 0, isSure: false, first: new Map([[at, 1]]), last: new Map([[at, { ways: 1, isSure: true }]]) };
      }
      case "sequence":
        return node.items.reduce((before: Fragment, item) => join(before, build(item)), nothing);
      case "choice":
        return choose(node.items.map(build));
      case "repeat":
        return repeat(node);
      case "look":
        looks.push({ body: node.body, isRepeated });
        return { ...nothing, isSure: false };
      case "backreference":
        return { ...refer(node.groups()), empty: 1 };
      case "start":
      case "end":
      case "boundary":
        return { ...nothing, isSure: false };
    }
    return node satisfies never;
  };
  /**
   * A non-empty reference. The text of a group is one of those that the group could match, so the reference has no more ways
   * than a copy of the group.
   */
  const refer = (groups: readonly PatternNode[]): Fragment => {
    hasBackreference = true;
    if (++references > maxReferences) throw tooComplex;
    const { first, last } = choose(groups.map(build));
    references--;
    const ends = [...last].map(([p, { ways }]) => [p, { ways, isSure: false }] as const);
    return { empty: 0, isSure: false, first, last: new Map(ends) };
  };
  const repeat = ({ body, min, max }: PatternNode & { kind: "repeat" }): Fragment => {
    if (max === 0) return nothing;
    if (max > 1) isRepeated = true;
    const times = Number.isFinite(max) ? max : min;
    const isWrittenOut = times === 1 ? Number.isFinite(max) : times > 0 && hasFewPositions(body, times);
    if (!isWrittenOut) {
      const once = body.kind === "backreference" ? refer(body.groups()) : build(body);
      const limit = max > boundedRepetition ? Infinity : max;
      connect(once.last, once.first, limit);
      // Each required repetition may be empty.
      if (once.empty > 0 && min > 1) connect(once.last, once.first, limit);
      // All repetitions of a reference match the same text, either empty or not.
      if (body.kind === "backreference") return { ...once, empty: 1 };
      return min === 0 ? optional(once) : once;
    }
    let result = nothing;
    if (Number.isFinite(max)) for (let count = max; count > min; count--) result = optional(join(build(body), result));
    else result = repeat({ kind: "repeat", body, min: 0, max });
    for (let count = 0; count < min; count++) result = join(build(body), result);
    return result;
  };

  const whole = build(pattern);
  let prefix: number | undefined;
  if (!isAnchored) {
    prefix = position([[0, lastCodePoint]]);
    edges[prefix]!.set(prefix, { to: prefix, ways: 1, limit: Infinity });
    for (const q of whole.first.keys()) edges[prefix]!.set(q, { to: q, ways: 1, limit: Infinity });
    // A pattern that can match the empty string matches wherever the search starts.
    if (whole.empty > 0 && whole.isSure) edges[prefix]!.clear();
  }
  for (const [p, { isSure }] of whole.last) if (isSure) edges[p]!.clear();
  return { sets, table, prefix, first: whole.first, edges, looks, hasBackreference };
}

/** Returns whether a pattern can only match at the start of a text. */
export function startsAnchored(node: PatternNode): boolean {
  if (node.kind === "start") return true;
  if (node.kind === "choice") return node.items.every(startsAnchored);
  if (node.kind !== "sequence") return false;
  const first = node.items.find((item) => item.kind !== "look" && item.kind !== "boundary");
  return first !== undefined && startsAnchored(first);
}

/** Returns whether the text that a part matches can vary in length. */
function isVariable(node: PatternNode): boolean {
  if (node.kind === "repeat") return node.min !== node.max || isVariable(node.body);
  if (node.kind === "choice" || node.kind === "backreference") return true;
  return node.kind === "sequence" && node.items.some(isVariable);
}

/** Returns whether the copies of a part have few enough positions. Many copies of a variable part would be too inexact. */
function hasFewPositions(body: PatternNode, times: number): boolean {
  if (times <= fewCopies.times) return size(body) * times <= fewCopies.positions;
  return !isVariable(body) && size(body) * times <= manyCopies.positions;
}

/** Returns the number of positions of a part. */
function size(node: PatternNode): number {
  if (node.kind === "characters") return 1;
  if (node.kind === "sequence" || node.kind === "choice") return node.items.reduce((sum, item) => sum + size(item), 0);
  if (node.kind === "backreference") return Infinity;
  if (node.kind !== "repeat") return 0;
  const times = Number.isFinite(node.max) ? node.max : node.min;
  return size(node.body) * (times > 0 && hasFewPositions(node.body, times) ? times : 1);
}

function capped(ways: number): number {
  return Math.min(ways, 2);
}
