import type { Matches } from "../../../templates/runtime/json-schema/walk.js";
import { countCodePoints } from "../../../templates/runtime/validators/guard.js";
import type { PatternTree } from "../../../templates/runtime/validators/guard.js";
import { countSteps, linearPattern } from "../../../templates/runtime/validators/linear-pattern.js";
import { onceEach } from "./once-each.js";

/** How texts are matched against a pattern. */
export interface Matching {
  /** The maximum length of a text, in characters as `maxLength` counts them: a longer one is invalid. Absent: no limit. */
  readonly longest?: number;
  /** Set if a short text could keep a `RegExp` busy, so that a matcher without backtracking replaces it. */
  readonly tree?: PatternTree;
}

/** Returns the maximum number of character comparisons of a pattern for a text of a length. */
export type PatternCost = (pattern: string, flags: "" | "u", length: number) => number;

/** The maximum number of comparisons per match: some milliseconds. */
export const maxComparisons = 1_000_000;

/** The number of comparisons that count as one step of a check. */
const comparisonsPerStep = 100;

/** Returns how texts are matched against a pattern. */
export type FindMatching = (pattern: string) => Matching;

/** Runs patterns as validators do, but never one that the text could keep busy. */
export function createMatches(cost: PatternCost, matchingOf: FindMatching): Matches {
  const expressions = new Map<string, CompiledPattern | undefined>();
  const compile = (pattern: string): CompiledPattern | undefined => {
    if (expressions.has(pattern)) return expressions.get(pattern);
    const { flags } = patternFlags(pattern);
    const expression = flags === undefined ? undefined : compilePattern(pattern, flags, matchingOf(pattern));
    expressions.set(pattern, expression);
    return expression;
  };
  return (pattern, text, spend) => {
    const compiled = compile(pattern);
    if (!compiled) return "ignored";
    const { expression, flags, longest, steps } = compiled;
    if (longest !== undefined && text.length > longest && countCodePoints(text) > longest) return { longest };
    const comparisons = steps === undefined ? cost(pattern, flags, text.length) : steps * text.length;
    if (longest === undefined && comparisons > maxComparisons) return "unknown";
    spend(comparisons / comparisonsPerStep);
    return expression.test(text) ? "yes" : "no";
  };
}

interface CompiledPattern {
  readonly expression: Pick<RegExp, "test">;
  readonly flags: "" | "u";
  readonly longest: number | undefined;
  /** The number of steps for each character, if it is matched without backtracking. */
  readonly steps: number | undefined;
}

function compilePattern(pattern: string, flags: "" | "u", { longest, tree }: Matching): CompiledPattern {
  const expression = tree ? linearPattern(pattern, flags, tree) : new RegExp(pattern, flags);
  return { expression, flags, longest, steps: tree === undefined ? undefined : countSteps(tree) };
}

/**
 * How validators run a pattern. `foreign`: a construct of other regular expression dialects, because of which the pattern is
 * not checked.
 */
export type PatternFlags =
  | { readonly flags: "" | "u"; readonly problem?: string }
  | { readonly flags: undefined; readonly problem: string; readonly foreign?: string };

/**
 * Returns the flag `u`, as JSON Schema requires; no flag if the pattern only compiles without it; nothing if it doesn't compile
 * at all. `problem` is the engine's message.
 */
export const patternFlags: (pattern: string) => PatternFlags = onceEach((pattern) => {
  const problem = objection(pattern, "u");
  const foreign = foreignConstruct(pattern, problem === undefined);
  if (foreign !== undefined) return { flags: undefined, problem: problem ?? "", foreign };
  if (problem === undefined) return { flags: "u" };
  const withoutFlag = objection(pattern, "");
  return withoutFlag === undefined ? { flags: "", problem } : { flags: undefined, problem: withoutFlag };
});

function objection(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (problem) {
    // "Invalid regular expression: /[/u: Unterminated character class": the message follows the pattern.
    const message = problem instanceof Error ? problem.message : "";
    return message.slice(message.lastIndexOf(": ") + 2) || "it cannot be compiled";
  }
}

/**
 * Matches one construct of a pattern at a time: an escape, a POSIX class, a group with a question mark, a quantifier with a
 * plus.
 */
const constructs =
  /\\[pP](?:\{[^}]*\})?|\\[^]|\[:\^?[a-z]+:\]|\(\?(?:[>#|&R]|P[<=>]|[a-zA-Z]*(?:-[a-zA-Z]+)?(?<=[a-zA-Z])[:)])|(?:[*+?]|\{\d+(?:,\d*)?\})\+|[^]/gu;

/** Escapes of PCRE, Python, Java and others that ECMAScript reads as letters, without the flag `u`. */
const foreignEscape = /^\\[AZzGhHRXKQ]$/;

/**
 * Returns a construct that PCRE, POSIX, Python or Java has, but not ECMAScript. A class such as `[[:alpha:]]` compiles, but as
 * the letters between the colons; flags such as `(?i:` only compile in the newest engines.
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
    } else if (countCodePoints(construct) > 1 && !isInClass) return construct;
  }
  return undefined;
}
