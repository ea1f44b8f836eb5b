import type { JsonObject } from "../../document/json-value.js";
import { growthIn } from "../pattern/growth-in.js";
import { patternFlags } from "../pattern/pattern-flags.js";

/** How a text and a pattern go together. `ignored`: no engine takes the pattern. `unknown`: telling would take too long. */
export type Match = "yes" | "no" | "ignored" | "unknown";

export type Matches = (pattern: string, text: string, spend: (steps: number) => void) => Match;

/** Comparisons that one match may take: some milliseconds. */
const mostComparisons = 1_000_000;

/** Comparisons that weigh as much as one step of a check. */
const comparisonsPerStep = 100;

/** Runs the patterns of a document as validators do, but never one that the text could keep busy. */
export function createMatches(document: JsonObject): Matches {
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
    const comparisons = comparisonsFor(document, pattern, expression, text.length);
    if (comparisons > mostComparisons) return "unknown";
    spend(comparisons / comparisonsPerStep);
    return expression.test(text) ? "yes" : "no";
  };
}

function comparisonsFor(document: JsonObject, pattern: string, { unicode }: RegExp, length: number): number {
  const growth = growthIn(document, pattern, unicode ? "u" : "");
  if (typeof growth === "string") return waysPerCharacter(pattern) ** length;
  // A text of any length is worth one pass.
  return growth.degree === 1 ? Math.min(length, mostComparisons) : length ** growth.degree;
}

/** Places of a pattern at which one character may be tried, at most: each of its own, in each of their repetitions. */
function waysPerCharacter(pattern: string): number {
  const repetitions = pattern.match(/(?<=[{,])\d+(?=[,}])/g) ?? [];
  return repetitions.reduce((ways, count) => ways * Math.max(Number(count), 1), pattern.length);
}
