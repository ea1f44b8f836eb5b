import type { Automaton } from "./automaton.js";

/** Ways through a pattern that a backtracking matcher tries within some milliseconds. */
const harmlessRuns = 1_000_000;

/** The longest text that is tried, and the steps spent on a pattern. */
const longestText = 64;
const maxSteps = 2_000_000;

/**
 * True if a text of one repeated character has more ways through a pattern than a matcher can try, though no loop multiplies
 * them: optional parts that are written out, such as `a?` thirty times.
 */
export function hasManyRuns(automaton: Automaton): boolean {
  let steps = maxSteps;
  for (const set of new Set(automaton.sets)) {
    const reads = sharedBy(automaton, set);
    let runs = new Map([...automaton.first].filter(([position]) => reads[position]));
    for (let length = 1, total = 0; length <= longestText && runs.size > 0; length++) {
      const longer = new Map<number, number>();
      for (const [position, count] of runs) {
        total += count;
        for (const { to, ways } of automaton.edges[position]!.values()) {
          if (--steps < 0) return false;
          if (reads[to]) longer.set(to, (longer.get(to) ?? 0) + count * ways);
        }
      }
      if (total > harmlessRuns) return true;
      runs = longer;
    }
  }
  return false;
}

/** Steps spent on counting the runs of one pattern over texts of one length. */
const maxCountSteps = 10_000_000;

/**
 * The most ways through a pattern, all of their beginnings included, that a matcher tries over a text of one repeated
 * character. Infinite where counting them would take too long.
 */
export function countRuns(automaton: Automaton, length: number): number {
  let [steps, most] = [maxCountSteps, 0];
  for (const set of new Set(automaton.sets)) {
    const reads = sharedBy(automaton, set);
    const edges = automaton.edges.map((map) => [...map.values()].filter(({ to }) => reads[to]));
    const first = [...automaton.first, ...(automaton.prefix === undefined ? [] : [[automaton.prefix, 1] as const])];
    let runs = new Float64Array(edges.length);
    for (const [position, ways] of first) if (reads[position]) runs[position] = ways;
    let total = 0;
    for (let index = 0; index < length; index++) {
      const longer = new Float64Array(edges.length);
      for (let position = 0; position < edges.length; position++) {
        const count = runs[position]!;
        if (--steps < 0) return Infinity;
        if (count === 0) continue;
        total += count;
        for (const { to, ways } of edges[position]!) {
          if (--steps < 0) return Infinity;
          longer[to]! += count * ways;
        }
      }
      runs = longer;
    }
    most = Math.max(most, total);
  }
  return most;
}

/** Which positions read some character of a set: one that as many as possible have in common. */
function sharedBy({ sets, table }: Automaton, set: number): boolean[] {
  let shared = set;
  return sets.map((other) => {
    const common = table.meet(shared, other);
    if (common !== undefined) shared = common;
    return common !== undefined;
  });
}
