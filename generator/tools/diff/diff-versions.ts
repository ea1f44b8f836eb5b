import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { applyBaseline } from "./baseline/apply-baseline.js";
import type { LocatedChange } from "./baseline/read-baseline.js";
import type { Change } from "./change.js";
import type { ContractVersion } from "./contract/contract-version.js";
import { diffContracts, type DiffOptions } from "./diff-contracts.js";
import { levelOf, nextVersion } from "./next-version.js";
import type { Pair } from "./contract/pairs.js";
import type { DiffReport } from "./print/diff-report.js";
import { toDiagnostic } from "./to-diagnostic.js";

export interface ReportOptions extends DiffOptions {
  readonly accepted: readonly LocatedChange[];
  /** As 2027-01-31. */
  readonly today: string;
}

/** Compares two versions: a report of all changes, and as diagnostics those that somebody has to look at. */
export function diffVersions(
  versions: Pair<ContractVersion>,
  options: ReportOptions,
): { report: DiffReport; diagnostics: Diagnostic[] } {
  const changes = diffContracts(versions, options);
  const { open, accepted, diagnostics } = applyBaseline(changes, options.accepted, options.today);
  const { before, after } = versions;
  const level = levelOf(changes, textOf(before) === textOf(after));
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

/** All that a contract says but its version. */
function textOf({ document }: ContractVersion): string {
  const { info, ...rest } = document;
  return JSON.stringify([typeof info === "object" ? { ...info, version: "" } : info, rest]);
}
