import { countSteps } from "../../../templates/runtime/validators/linear-pattern.js";
import type { Growth } from "./growth.js";
import { growthIn } from "./growth-in.js";
import { patternFlags, type Matching } from "./match-pattern.js";
import { patternTree } from "./pattern-tree.js";

/** The number of steps of the matcher without backtracking that take less than 200 ms on current machines. */
const harmlessSteps = 6_000_000;

const known = new WeakMap<object, Map<string, Matching>>();

/** Returns how texts are matched against a pattern of a document or its schemas. */
export function matchingOf(document: object, pattern: string): Matching {
  let matchings = known.get(document);
  if (!matchings) known.set(document, (matchings = new Map()));
  let matching = matchings.get(pattern);
  if (!matching) matchings.set(pattern, (matching = findMatching(document, pattern)));
  return matching;
}

function findMatching(document: object, pattern: string): Matching {
  const { flags } = patternFlags(pattern);
  if (flags === undefined) return {};
  const growth = growthIn(document, pattern, flags);
  if (typeof growth === "object" && growth.longestText !== undefined) return { longest: growth.longestText };
  if (isLinear(growth)) return {};
  const tree = patternTree(pattern, flags);
  const longest = tree === undefined ? 0 : Math.floor(harmlessSteps / countSteps(tree));
  return tree === undefined || longest === 0 ? {} : { longest, tree };
}

function isLinear(growth: Growth): boolean {
  return typeof growth === "object" && growth.degree === 1 && !growth.hasBackreference;
}

/** Returns the maximum length of a text to match with a pattern. Returns `undefined` if there is no limit. */
export function longestText(document: object, pattern: string): number | undefined {
  return matchingOf(document, pattern).longest;
}

/**
 * The extension of a schema whose patterns are known to be slow. They are matched without backtracking and are not an error.
 */
export const linearPatternKey = (prefix: string) => `x-${prefix}-linear-pattern`;
