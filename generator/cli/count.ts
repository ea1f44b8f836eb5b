import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** `2 errors, 1 warning`, or `no problems`. */
export function countProblems(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const parts = [errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")].filter(
    (part) => part !== false,
  );
  return parts.join(", ") || "no problems";
}

/** `1 file`, `2 files`, `2 entries`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
