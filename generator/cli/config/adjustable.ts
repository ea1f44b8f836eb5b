import { catalog, type Code } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";

/**
 * Errors of lint that a project may decide about: the output is right without them, if perhaps not what was meant. All
 * others guard the output and stay errors.
 */
const decidable: ReadonlySet<string> = new Set<Code>([
  "action-list-mismatch",
  "action-status-unknown",
  "destructive-empty-body",
  "enum-value",
  "error-body",
  "example-invalid",
  "extension-near-miss",
  "header-reserved",
  "impossible-schema",
  "pattern-not-linear",
  "secret-only-on-reveal",
  "security-missing",
  "unknown-keyword",
]);

/** True if a config may say how much a code weighs, or that some of its findings are meant. */
export function isAdjustableCode(code: string): boolean {
  if (!Object.hasOwn(catalog, code)) return true;
  return catalog[code as Code].severity === "warning" || decidable.has(code);
}

/** The same for one problem: some rules of Redocly are errors in places where they guard the output. */
export function isAdjustable({ code, severity }: Diagnostic): boolean {
  return code.startsWith("redocly/") ? severity === "warning" : isAdjustableCode(code);
}
