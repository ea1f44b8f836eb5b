import { createMatches, maxComparisons, type PatternCost } from "./match-pattern.js";
import type { Matches } from "../../../templates/runtime/json-schema/walk.js";
import { growthIn } from "./growth-in.js";
import { matchingOf } from "./matching.js";

/** Returns a matcher of texts for the patterns of a document or its schemas, within the known growth of their time. */
export function matchesOf(document: object): Matches {
  const cost: PatternCost = (pattern, flags, length) => {
    const growth = growthIn(document, pattern, flags);
    if (typeof growth === "string") return waysPerCharacter(pattern) ** length;
    // A linear pattern may be matched with texts of any length.
    return growth.degree === 1 ? Math.min(length, maxComparisons) : length ** growth.degree;
  };
  return createMatches(cost, (pattern) => matchingOf(document, pattern));
}

/** Returns the maximum number of positions of a pattern that try one character, counted in each of their repetitions. */
function waysPerCharacter(pattern: string): number {
  const repetitions = pattern.match(/(?<=[{,])\d+(?=[,}])/g) ?? [];
  return repetitions.reduce((ways, count) => ways * Math.max(Number(count), 1), pattern.length);
}
