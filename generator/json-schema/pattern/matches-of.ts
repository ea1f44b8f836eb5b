import { createMatches, maxComparisons, type PatternCost } from "./match-pattern.js";
import type { Matches } from "../../../templates/runtime/json-schema/walk.js";
import { growthIn } from "./growth-in.js";
import { longestText } from "./longest-text.js";

/** Matches texts against the patterns of a document or its schemas, as far as how their time grows is known. */
export function matchesOf(document: object): Matches {
  const cost: PatternCost = (pattern, flags, length) => {
    const growth = growthIn(document, pattern, flags);
    if (typeof growth === "string") return waysPerCharacter(pattern) ** length;
    // A text of any length is worth one pass.
    return growth.degree === 1 ? Math.min(length, maxComparisons) : length ** growth.degree;
  };
  return createMatches(cost, (pattern) => longestText(document, pattern));
}

/** Places of a pattern at which one character may be tried, at most: each of its own, in each of their repetitions. */
function waysPerCharacter(pattern: string): number {
  const repetitions = pattern.match(/(?<=[{,])\d+(?=[,}])/g) ?? [];
  return repetitions.reduce((ways, count) => ways * Math.max(Number(count), 1), pattern.length);
}
