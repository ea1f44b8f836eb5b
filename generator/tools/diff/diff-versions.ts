import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { type AgreedChange, applyBaseline, type LocatedChange } from "./baseline.js";
import { type Change, toDiagnostic } from "./change.js";
import type { ContractVersion } from "./contract/contract-version.js";
import type { Pair } from "./contract/pairs.js";
import { diffContracts, type DiffOptions } from "./diff-contracts.js";

export interface ReportOptions extends DiffOptions {
  readonly accepted: readonly LocatedChange[];
  /** A date such as 2027-01-31. */
  readonly today: string;
}

/** The result of comparing two versions. */
export interface DiffReport {
  readonly baseName: string;
  readonly revisionName: string;
  readonly open: readonly Change[];
  readonly accepted: readonly AgreedChange[];
  readonly level: Level;
  /** Absent if the base's version is not a number that can be raised. */
  readonly nextVersion: string | undefined;
}

/** The part of a version number that a change raises. */
export type Level = "major" | "minor" | "patch" | "none";

/** Compares two versions. Returns a report of all changes, and errors and warnings as diagnostics. */
export function diffVersions(
  versions: Pair<ContractVersion>,
  options: ReportOptions,
): { report: DiffReport; diagnostics: Diagnostic[] } {
  const changes = diffContracts(versions, options);
  const { open, accepted, diagnostics } = applyBaseline(changes, options.accepted, options.today);
  const { before, after } = versions;
  const level = levelOf(changes, before.text() === after.text());
  const report: DiffReport = {
    baseName: before.name,
    revisionName: after.name,
    open,
    accepted,
    level,
    nextVersion: nextVersion(before.version, level),
  };
  return { report, diagnostics: [...open.filter(isProblem).map((change) => toDiagnostic(change)), ...diagnostics] };
}

function isProblem(change: Change): change is Change & { severity: "error" | "warning" } {
  return change.severity === "error" || change.severity === "warning";
}

/** Returns the level of all changes together: errors are major, any other change is minor. */
export function levelOf(changes: readonly Change[], isSameText: boolean): Level {
  if (changes.some(({ severity }) => severity === "error")) return "major";
  if (changes.length > 0) return "minor";
  return isSameText ? "none" : "patch";
}

/**
 * Returns the version that follows a number of the form 1.2.3, or `undefined` for other texts. Before 1.0.0, a breaking change
 * raises the second part and any other change the third. The next version drops a pre-release suffix.
 */
export function nextVersion(version: string, level: Level): string | undefined {
  const match = /^(v?)(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(version);
  if (!match) return undefined;
  if (level === "none") return version;
  const [, v = ""] = match;
  const [major, minor, patch] = match.slice(2, 5).map(Number) as [number, number, number];
  const isUnreleased = match[5] !== undefined;
  const raised = major > 0 || level === "patch" ? level : level === "major" ? "minor" : "patch";
  const parts =
    raised === "major" && !(isUnreleased && minor === 0 && patch === 0)
      ? [major + 1, 0, 0]
      : raised === "minor" && !(isUnreleased && patch === 0)
        ? [major, minor + 1, 0]
        : raised === "patch" && !isUnreleased
          ? [major, minor, patch + 1]
          : [major, minor, patch];
  return `${v}${parts.join(".")}`;
}
