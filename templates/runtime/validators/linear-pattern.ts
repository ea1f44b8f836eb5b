import type { PatternTree } from "./guard.js";

/** The part of `RegExp` that validators use. */
export interface LinearPattern {
  readonly source: string;
  test(text: string): boolean;
}

/** A step of a matcher: over a character, to other steps, or to another step if an assertion is met. */
type Step =
  /** `accepts`: the index of the character's class. */
  | { readonly accepts: number; readonly next: number }
  | { next: readonly number[] }
  | { readonly isMet: (text: Text, position: number) => boolean; readonly next: number };

/** Steps in one direction of the text; the first one ends a match. */
interface Program {
  readonly steps: readonly Step[];
  readonly classes: readonly RegExp[];
  readonly start: number;
  readonly isBackward: boolean;
}

/** A text in characters, and the positions at which its assertions are met, computed on demand. */
interface Text {
  readonly characters: readonly string[];
  readonly looks: Map<Program, Uint8Array>;
}

/**
 * A matcher for patterns that could keep a `RegExp` busy. It never backtracks: it follows all paths through the pattern at once,
 * so its time is proportional to the length of the text times the number of the pattern's steps.
 */
export function linearPattern(source: string, flags: "" | "u", tree: PatternTree): LinearPattern {
  const program = compile(tree, false, flags);
  return {
    source,
    test: (text) => findEnds(program, { characters: flags === "u" ? [...text] : text.split(""), looks: new Map() }).includes(1),
  };
}

/** The maximum number of steps of a matcher for one character. */
export function countSteps(tree: PatternTree): number {
  if (typeof tree === "string") return 1;
  if (isSequence(tree)) return sum(tree);
  if ("any" in tree) return sum(tree.any) + 1;
  if ("part" in tree) return (countSteps(tree.part) + 1) * (tree.max ?? Math.max(tree.min, 1));
  return "look" in tree ? countSteps(tree.look) + 1 : 1;
}

function sum(trees: readonly PatternTree[]): number {
  return trees.reduce<number>((count, tree) => count + countSteps(tree), 0);
}

function isSequence(tree: PatternTree): tree is readonly PatternTree[] {
  return Array.isArray(tree);
}

function compile(tree: PatternTree, isBackward: boolean, flags: "" | "u"): Program {
  const steps: Step[] = [{ next: [] }];
  const sources: string[] = [];
  const add = (step: Step) => steps.push(step) - 1;
  const indexOf = (source: string): number => {
    const index = sources.indexOf(source);
    return index < 0 ? sources.push(source) - 1 : index;
  };
  /** Adds a part that continues at a step; returns its first step. */
  const build = (part: PatternTree, next: number): number => {
    if (typeof part === "string") return add({ accepts: indexOf(part), next });
    if (isSequence(part)) return isBackward ? part.reduce(backward, next) : part.reduceRight(backward, next);
    if ("any" in part) return add({ next: part.any.map((one) => build(one, next)) });
    if ("part" in part) return repeat(part, next);
    return add({ isMet: assertion(part, flags), next });
  };
  const backward = (next: number, part: PatternTree) => build(part, next);
  const repeat = ({ part, min, max }: Extract<PatternTree, { min: number }>, next: number): number => {
    let first = next;
    if (max === undefined) {
      const loop: { next: readonly number[] } = { next: [] };
      const again = add(loop);
      const once = build(part, again);
      loop.next = [once, next];
      if (min === 0) return again;
      first = once;
    } else for (let count = min; count < max; count++) first = add({ next: [build(part, first), next] });
    // The last required repetition is that of the loop.
    for (let count = max === undefined ? 1 : 0; count < min; count++) first = build(part, first);
    return first;
  };
  const start = build(tree, 0);
  return { start, steps, classes: sources.map((source) => new RegExp(`^${source}$`, flags)), isBackward };
}

function assertion(
  tree: Extract<PatternTree, { at: string } | { look: PatternTree }>,
  flags: "" | "u",
): (text: Text, position: number) => boolean {
  if ("look" in tree) {
    // A match that begins at a position ends there when read backwards, so one run finds all positions.
    const program = compile(tree.look, !tree.isBehind, flags);
    return (text, position) => {
      const ends = text.looks.get(program) ?? findEnds(program, text);
      text.looks.set(program, ends);
      return (ends[position] === 1) !== (tree.isNot ?? false);
    };
  }
  const isWord = ({ characters }: Text, index: number) => /^\w$/.test(characters[index] ?? "");
  const isBoundary = (text: Text, position: number) => isWord(text, position - 1) !== isWord(text, position);
  switch (tree.at) {
    case "start":
      return (_, position) => position === 0;
    case "end":
      return ({ characters }, position) => position === characters.length;
    case "boundary":
      return isBoundary;
    case "inside":
      return (text, position) => !isBoundary(text, position);
    default:
      return tree.at satisfies never;
  }
}

/** The positions of a text at which matches end, wherever they begin. */
function findEnds({ steps, classes, start, isBackward }: Program, text: Text): Uint8Array {
  const { characters } = text;
  const ends = new Uint8Array(characters.length + 1);
  // The position at which each step was last taken, so that it is taken once at each.
  const taken = new Int32Array(steps.length).fill(-1);
  const accepted: (boolean | undefined)[] = [];
  let reached: number[] = [];
  for (let count = 0; count <= characters.length; count++) {
    const position = isBackward ? characters.length - count : count;
    const character = characters[isBackward ? position - 1 : position];
    const pending = reached;
    pending.push(start);
    reached = [];
    accepted.length = 0;
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (taken[at] === count) continue;
      taken[at] = count;
      const step = steps[at]!;
      if (at === 0) ends[position] = 1;
      else if ("accepts" in step) {
        const { accepts, next } = step;
        if (character !== undefined && (accepted[accepts] ??= classes[accepts]!.test(character))) reached.push(next);
      } else if (!("isMet" in step)) for (const next of step.next) pending.push(next);
      else if (step.isMet(text, position)) pending.push(step.next);
    }
  }
  return ends;
}
