/** The severity of a problem: an `error` stops `generate`, a `warning` is only reported. */
export type Severity = "error" | "warning";

/** A position in a source file. `line` and `column` count from 1, columns in UTF-16 code units. */
export interface Location {
  /** The path as the user knows it: relative to the working folder if it is below it. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The end of the marked text, on the same line; absent: one character. */
  readonly endColumn?: number;
  /** The text of the line, for the code frame. */
  readonly lineText?: string;
  /** The column at which the text begins, if the line is too long or must not be shown completely; absent: 1. */
  readonly textColumn?: number;
}

/** A second location that explains a diagnostic, such as each `$ref` that leads to it. */
export interface RelatedLocation {
  readonly message: string;
  readonly location: Location;
}

/** One problem in a contract. Returned, never thrown. */
export interface Diagnostic {
  /** A stable name: a key of the catalog or `redocly/<rule>`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Absent only if no file is the cause. */
  readonly location?: Location;
  readonly related: readonly RelatedLocation[];
  /** What to do about it. */
  readonly hint?: string;
  /** How often it occurred, if it stands for several occurrences; absent: 1. */
  readonly count?: number;
}

/** Returns the message with the number of occurrences, if there are several. */
export function countedMessage({ message, count = 1 }: Pick<Diagnostic, "message" | "count">): string {
  return count > 1 ? `${message}, ${count} times` : message;
}

/** Compares by file, location, code and message, in code units, so that output never depends on a locale. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.location?.path ?? "", b.location?.path ?? "") ||
    (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
    (a.location?.column ?? 0) - (b.location?.column ?? 0) ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

/** Compares two strings by UTF-16 code unit. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns whether any of them stops `generate`. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
