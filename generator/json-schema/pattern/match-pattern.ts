import type { Matches } from "../../../templates/runtime/json-schema/walk.js";
import { countCodePoints } from "../../../templates/runtime/validators/guard.js";

/** Returns how many comparisons of characters a pattern may need for a text of a length. */
export type PatternCost = (pattern: string, flags: "" | "u", length: number) => number;

/** Comparisons that one match may take: some milliseconds. */
export const maxComparisons = 1_000_000;

/** Comparisons that weigh as much as one step of a check. */
const comparisonsPerStep = 100;

/** Returns the length of the longest text that a pattern is matched against; absent: any is. */
export type LongestText = (pattern: string) => number | undefined;

/** Runs patterns as validators do, but never one that the text could keep busy. */
export function createMatches(cost: PatternCost, longestText: LongestText): Matches {
  const expressions = new Map<string, RegExp | undefined>();
  const compile = (pattern: string): RegExp | undefined => {
    if (expressions.has(pattern)) return expressions.get(pattern);
    const { flags } = patternFlags(pattern);
    const expression = flags === undefined ? undefined : new RegExp(pattern, flags);
    expressions.set(pattern, expression);
    return expression;
  };
  return (pattern, text, spend) => {
    const expression = compile(pattern);
    if (!expression) return "ignored";
    const longest = longestText(pattern);
    if (longest !== undefined && text.length > longest && countCodePoints(text) > longest) return { longest };
    const comparisons = cost(pattern, expression.unicode ? "u" : "", text.length);
    if (longest === undefined && comparisons > maxComparisons) return "unknown";
    spend(comparisons / comparisonsPerStep);
    return expression.test(text) ? "yes" : "no";
  };
}

/** How validators run a pattern. `foreign`: a construct of other engines' expressions, so that nothing is checked for the pattern. */
export type PatternFlags =
  | { readonly flags: "" | "u"; readonly problem?: string }
  | { readonly flags: undefined; readonly problem: string; readonly foreign?: string };

/** With the flag `u` as JSON Schema has it, without where only that compiles, or not at all; and the engine's objection. */
export function patternFlags(pattern: string): PatternFlags {
  const problem = objection(pattern, "u");
  const foreign = foreignConstruct(pattern, problem === undefined);
  if (foreign !== undefined) return { flags: undefined, problem: problem ?? "", foreign };
  if (problem === undefined) return { flags: "u" };
  const withoutFlag = objection(pattern, "");
  return withoutFlag === undefined ? { flags: "", problem } : { flags: undefined, problem: withoutFlag };
}

function objection(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (problem) {
    // "Invalid regular expression: /[/u: Unterminated character class": the engine's words after the pattern.
    const message = problem instanceof Error ? problem.message : "";
    return message.slice(message.lastIndexOf(": ") + 2) || "it cannot be compiled";
  }
}

/** One construct of a pattern at a time: escapes, classes of POSIX, groups with a question mark, quantifiers with a plus. */
const constructs =
  /\\[pP](?:\{[^}]*\})?|\\[^]|\[:\^?[a-z]+:\]|\(\?(?:[>#|&R]|P[<=>]|[a-zA-Z]*(?:-[a-zA-Z]+)?(?<=[a-zA-Z])[:)])|(?:[*+?]|\{\d+(?:,\d*)?\})\+|[^]/gu;

/** Escapes of PCRE, Python, Java and others that ECMAScript would take for letters, without the flag `u`. */
const foreignEscape = /^\\[AZzGhHRXKQ]$/;

/**
 * What no ECMAScript expression has and those of PCRE, POSIX, Python or Java do. A class such as `[[:alpha:]]` compiles, but
 * as the letters between the colons; so do flags such as `(?i:`, but in the newest engines only.
 */
function foreignConstruct(pattern: string, isUnicode: boolean): string | undefined {
  let isInClass = false;
  for (const [construct] of pattern.matchAll(constructs)) {
    if (construct === "[") isInClass = true;
    else if (construct === "]") isInClass = false;
    else if (construct.startsWith("[:")) {
      if (isInClass) return construct;
    } else if (construct.startsWith("\\")) {
      if (!isUnicode && (foreignEscape.test(construct) || /^\\[pP]/.test(construct))) return construct;
    } else if (construct.length > 1 && !isInClass) return construct;
  }
  return undefined;
}
