import { patternFlags } from "./match-pattern.js";
import { growthIn } from "./growth-in.js";

/**
 * Returns the maximum length of a text to match with a pattern of a document or its schemas, in characters as `maxLength`
 * counts them: a longer one is invalid. Returns `undefined` if there is no limit.
 */
export function longestText(document: object, pattern: string): number | undefined {
  const { flags } = patternFlags(pattern);
  if (flags === undefined) return undefined;
  const growth = growthIn(document, pattern, flags);
  return typeof growth === "string" ? undefined : growth.longestText;
}
