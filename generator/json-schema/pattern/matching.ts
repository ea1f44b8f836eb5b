import { countSteps } from "../../../templates/runtime/validators/linear-pattern.js";
import { growthOf, type Growth } from "./growth.js";
import { patternFlags, type Matching } from "./match-pattern.js";
import { onceEach } from "./once-each.js";
import { patternTree } from "./pattern-tree.js";

/** The number of steps of the matcher without backtracking that take less than 200 ms on current machines. */
const harmlessSteps = 6_000_000;

/** Returns how texts are matched against a pattern. */
export const matchingOf: (pattern: string) => Matching = onceEach((pattern) => {
  const { flags } = patternFlags(pattern);
  if (flags === undefined) return {};
  const growth = growthOf(pattern, flags);
  if (typeof growth === "object" && growth.longestText !== undefined) return { longest: growth.longestText };
  if (isLinear(growth)) return {};
  const tree = patternTree(pattern, flags);
  const longest = tree === undefined ? 0 : Math.floor(harmlessSteps / countSteps(tree));
  return tree === undefined || longest === 0 ? {} : { longest, tree };
});

function isLinear(growth: Growth): boolean {
  return typeof growth === "object" && growth.degree === 1 && !growth.hasBackreference;
}

/** Returns the maximum length of a text to match with a pattern. Returns `undefined` if there is no limit. */
export function longestText(pattern: string): number | undefined {
  return matchingOf(pattern).longest;
}

/**
 * The extension of a schema whose patterns are known to be slow. They are matched without backtracking and are not an error.
 */
export const linearPatternKey = (prefix: string) => `x-${prefix}-linear-pattern`;
