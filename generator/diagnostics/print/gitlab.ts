import type { Diagnostic } from "../diagnostic.js";
import { fingerprints } from "../fingerprint.js";
import { jsonText } from "../escape.js";

/** Prints a Code Quality report, which GitLab displays next to the lines of a merge request. */
export function printGitlab(diagnostics: readonly Diagnostic[]): string {
  const keys = fingerprints(diagnostics);
  const issues = diagnostics.map(({ code, severity, message, location, hint }, index) => ({
    description: hint === undefined ? message : `${message}. ${hint}`,
    check_name: code,
    fingerprint: keys[index],
    severity: severity === "error" ? "critical" : "minor",
    // GitLab requires a file for each issue.
    location: { path: location?.path ?? ".", lines: { begin: location?.line ?? 1 } },
  }));
  return jsonText(issues);
}
