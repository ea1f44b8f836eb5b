import { patternFlags } from "./match-pattern.js";

/**
 * Returns a pattern as validators run it: with the flag `u`, or without it if it only compiles that way; `undefined` if it
 * doesn't compile.
 */
export function compilePattern(source: string): RegExp | undefined {
  const { flags } = patternFlags(source);
  return flags === undefined ? undefined : new RegExp(source, flags);
}
