import { countedMessage, type Diagnostic } from "../diagnostic.js";
import { fingerprints } from "../fingerprint.js";
import { jsonText } from "../escape.js";

/** Prints a Code Quality report, which GitLab displays next to the lines of a merge request. */
export function printGitlab(diagnostics: readonly Diagnostic[]): string {
  const keys = fingerprints(diagnostics);
  const issues = diagnostics.map((diagnostic, index) => describe(diagnostic, keys[index]!));
  return jsonText(issues);
}

function describe(diagnostic: Diagnostic, fingerprint: string): object {
  const { code, severity, location, hint } = diagnostic;
  const message = countedMessage(diagnostic);
  return {
    description: hint === undefined ? message : `${message}. ${hint}`,
    check_name: code,
    fingerprint,
    severity: severity === "error" ? "critical" : "minor",
    // GitLab requires a file for each issue.
    location: { path: location?.path ?? ".", lines: { begin: location?.line ?? 1 } },
  };
}
