/** How a text and a pattern go together. `ignored`: no engine takes the pattern. `unknown`: telling would take too long. */
export type Match = "yes" | "no" | "ignored" | "unknown";

/** Matches a text against a pattern, and tells what it takes. */
export type Matches = (pattern: string, text: string, spend: (steps: number) => void) => Match;

/** Returns how many comparisons of characters a pattern may need for a text of a length. */
export type PatternCost = (pattern: string, flags: "" | "u", length: number) => number;

/** Comparisons that one match may take: some milliseconds. */
export const maxComparisons = 1_000_000;

/** Comparisons that weigh as much as one step of a check. */
const comparisonsPerStep = 100;

/** Runs patterns as validators do, but never one that the text could keep busy. */
export function createMatches(cost: PatternCost): Matches {
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
    const comparisons = cost(pattern, expression.unicode ? "u" : "", text.length);
    if (comparisons > maxComparisons) return "unknown";
    spend(comparisons / comparisonsPerStep);
    return expression.test(text) ? "yes" : "no";
  };
}

/** How validators run a pattern. */
export type PatternFlags =
  | { readonly flags: "" | "u"; readonly problem?: string }
  | { readonly flags: undefined; readonly problem: string };

/** With the flag `u` as JSON Schema has it, without where only that compiles, or not at all; and the engine's objection. */
export function patternFlags(pattern: string): PatternFlags {
  const problem = objection(pattern, "u");
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

/** True for a pattern of another dialect that starts with flags, such as `(?i)`. */
export function startsWithFlags(pattern: string): boolean {
  return /^\^?\(\?[a-zA-Z]+\)/.test(pattern);
}
