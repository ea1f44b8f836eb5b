import type { Automaton } from "./automaton.js";

/** The maximum number of ways through a pattern that a backtracking matcher tries within some milliseconds. */
const harmlessRuns = 1_000_000;

/** The length of the longest text to try, and the number of steps per pattern. */
const maxText = 64;
const maxSteps = 2_000_000;

/**
 * Returns whether a text of one repeated character has more ways through a pattern than a matcher can try, without any loop:
 * by repeated optional parts, such as `a?` thirty times.
 */
export function hasManyRuns(automaton: Automaton): boolean {
  let steps = maxSteps;
  for (const set of new Set(automaton.sets)) {
    const reads = sharedBy(automaton, set);
    let runs = new Map([...automaton.first].filter(([position]) => reads[position]));
    for (let length = 1, total = 0; length <= maxText && runs.size > 0; length++) {
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

/** The maximum number of steps for counting the runs of one pattern over texts of one length. */
const maxCountSteps = 10_000_000;

/**
 * Returns the maximum number of ways through a pattern, including partial ones, that a matcher tries for a text of one repeated
 * character. Returns infinity if counting them would take too long.
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

/** Returns which positions match a character of a set that as many of them as possible share. */
function sharedBy({ sets, table }: Automaton, set: number): boolean[] {
  let shared = set;
  return sets.map((other) => {
    const common = table.meet(shared, other);
    if (common !== undefined) shared = common;
    return common !== undefined;
  });
}
