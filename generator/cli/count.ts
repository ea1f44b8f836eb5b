import { compare, type Diagnostic } from "../diagnostics/diagnostic.js";

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

/** More problems than this are counted by their codes as well. */
const fewProblems = 10;

/** Returns a line for each code, the most frequent first, errors before warnings; empty for few problems, or for one kind. */
export function countByCode(diagnostics: readonly Diagnostic[]): string {
  const counts = new Map<string, number>();
  for (const { severity, code } of diagnostics) counts.set(`${severity} ${code}`, (counts.get(`${severity} ${code}`) ?? 0) + 1);
  if (diagnostics.length <= fewProblems || counts.size < 2) return "";
  const isError = (kind: string) => kind.startsWith("error ");
  const sorted = [...counts].sort(
    ([a, countOfA], [b, countOfB]) => Number(isError(b)) - Number(isError(a)) || countOfB - countOfA || compare(a, b),
  );
  return sorted.map(([kind, number]) => `${String(number).padStart(6)} ${kind}\n`).join("");
}
