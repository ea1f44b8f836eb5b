import { createPatternMatches } from "../pattern/matches-of.js";
import { tooComplex } from "./too-complex.js";

const matches = createPatternMatches();

/** Matches like validators of the contract; an unsupported pattern matches nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  const match = matches(pattern, text, () => {});
  if (match === "unknown" || typeof match === "object") throw tooComplex;
  return match === "yes";
}

/** Returns whether a pattern rejects a text; an unsupported pattern rejects nothing. */
export function isRejectedByPattern(pattern: string, text: string): boolean {
  const match = matches(pattern, text, () => {});
  return match === "no" || typeof match === "object";
}
