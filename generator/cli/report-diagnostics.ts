import type { Diagnostic, Location } from "../diagnostics/diagnostic.js";
import { printConcise, printPretty } from "../diagnostics/print/pretty.js";
import type { Terminal } from "./terminal.js";

export const formats = ["pretty", "concise", "json"] as const;

export type Format = (typeof formats)[number];

/** Warnings that the pretty format shows before it only counts them. */
const shownWarnings = 50;

/** Prints what a run found: `json` to stdout as data, the others to stderr. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], format: Format, terminal: Terminal): void {
  if (format === "json") {
    terminal.out(`${JSON.stringify({ version: 1, diagnostics: diagnostics.map(withoutText) }, null, 2)}\n`);
    return;
  }
  if (format === "concise") {
    for (const diagnostic of diagnostics) terminal.err(printConcise(diagnostic));
    return;
  }
  let warnings = 0;
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === "warning" && ++warnings > shownWarnings) continue;
    terminal.err(`${printPretty(diagnostic, terminal.palette)}\n`);
  }
  const hidden = warnings - shownWarnings;
  if (hidden > 0) terminal.err(`… and ${count(hidden, "more warning")} (--format concise shows all)\n\n`);
}

/** `2 errors, 1 warning`, or `no problems`. */
export function countProblems(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const parts = [errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")].filter(
    (part) => part !== false,
  );
  return parts.join(", ") || "no problems";
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The line's text is for code frames; a machine has the file. */
function withoutText(diagnostic: Diagnostic): unknown {
  const { location, related } = diagnostic;
  const strip = (place: Location) => ({ ...place, lineText: undefined });
  return {
    ...diagnostic,
    ...(location && { location: strip(location) }),
    related: related.map((place) => ({ ...place, location: strip(place.location) })),
  };
}
