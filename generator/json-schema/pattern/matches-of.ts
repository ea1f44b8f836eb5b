import { createMatches, maxComparisons, type PatternCost } from "./match-pattern.js";
import type { Matches } from "../../../templates/runtime/json-schema/walk.js";
import { growthOf } from "./growth.js";
import { matchingOf } from "./matching.js";

const costOf: PatternCost = (pattern, flags, length) => {
  const growth = growthOf(pattern, flags);
  if (typeof growth === "string") return runsPerCharacter(pattern) ** length;
  // A linear pattern may be matched with texts of any length.
  return growth.degree === 1 ? Math.min(length, maxComparisons) : length ** growth.degree;
};

/** Returns a matcher of texts for patterns, within the known growth of their time. */
export function createPatternMatches(): Matches {
  return createMatches(costOf, matchingOf);
}

/** Returns the maximum number of positions of a pattern that try one character, counted in each of their repetitions. */
function runsPerCharacter(pattern: string): number {
  const repetitions = pattern.match(/(?<=[{,])\d+(?=[,}])/g) ?? [];
  return repetitions.reduce((ways, count) => ways * Math.max(Number(count), 1), pattern.length);
}
