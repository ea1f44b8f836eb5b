import { matchesOf } from "../pattern/matches-of.js";
import { tooComplex } from "./too-complex.js";

const matches = matchesOf({});

/** As validators match a text of the contract; a pattern that no engine takes matches none. */
export function matchesPattern(pattern: string, text: string): boolean {
  const match = matches(pattern, text, () => {});
  if (match === "unknown" || typeof match === "object") throw tooComplex;
  return match === "yes";
}

/** True if a pattern refuses a text; one that no engine takes refuses none. */
export function isRefusedByPattern(pattern: string, text: string): boolean {
  const match = matches(pattern, text, () => {});
  return match === "no" || typeof match === "object";
}
