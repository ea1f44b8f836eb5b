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
