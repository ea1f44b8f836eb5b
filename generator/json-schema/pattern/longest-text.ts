import { patternFlags } from "./match-pattern.js";
import { growthIn } from "./growth-in.js";

/**
 * The length of the longest text that a pattern of a document or its schemas is matched against, in characters as `maxLength`
 * counts them: a longer one is invalid. Absent where any text is matched.
 */
export function longestText(document: object, pattern: string): number | undefined {
  const { flags } = patternFlags(pattern);
  if (flags === undefined) return undefined;
  const growth = growthIn(document, pattern, flags);
  return typeof growth === "string" ? undefined : growth.longestText;
}
