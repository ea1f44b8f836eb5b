import path from "node:path";
import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { SourceFile } from "../../document/source.js";
import { isAdjustable } from "./adjustable.js";
import { baselineEntries, onlyContract, readBaseline } from "./baseline.js";
import type { ContractSettings } from "./contract-settings.js";
import type { LocatedSuppression } from "./settings.js";
import { createSuppressor } from "./suppressions.js";

export interface JudgeOptions {
  readonly workingFolder: string;
  /** Collects the suppressions that were of use. */
  readonly used: Set<LocatedSuppression>;
  /** True where a new baseline is about to be written: then the old one and the number of warnings don't count. */
  readonly isForBaseline?: boolean;
}

/** Turns what was found in a contract into what its config lets through. */
export type Judge = (diagnostics: readonly Diagnostic[], files: readonly SourceFile[]) => Diagnostic[];

/**
 * A judge by the settings of a contract, in this order: severities, suppressions, baseline, the largest number of
 * warnings. Errors that guard the output are never touched.
 */
export function createJudge(contract: ContractSettings, { workingFolder, used, isForBaseline }: JudgeOptions): Judge {
  return (diagnostics, files) => {
    const isSuppressed = createSuppressor(contract.suppressions, files, workingFolder, used);
    const fixed = diagnostics.filter((diagnostic) => !isAdjustable(diagnostic));
    const open = diagnostics.filter(isAdjustable).flatMap((diagnostic) => {
      const severity = contract.severities[diagnostic.code] ?? diagnostic.severity;
      return severity === "off" || isSuppressed(diagnostic) ? [] : [{ ...diagnostic, severity }];
    });
    if (isForBaseline) return [...fixed, ...open].sort(compareDiagnostics);
    const left = [...fixed, ...withoutOld(open, contract, workingFolder)];
    const warnings = left.filter(({ severity }) => severity === "warning").length;
    const { maxWarnings: limit = Infinity } = contract;
    if (warnings > limit) report(left, "too-many-warnings", { count: warnings, limit });
    return left.sort(compareDiagnostics);
  };
}

/** What is not in the baseline. A baseline that can't be read is a problem of its own. */
function withoutOld(diagnostics: Diagnostic[], contract: ContractSettings, workingFolder: string): Diagnostic[] {
  if (contract.baseline === undefined) return diagnostics;
  const file = path.resolve(workingFolder, contract.baseline);
  let old: ReadonlySet<string>;
  try {
    old = new Set((readBaseline(file)[contract.name ?? onlyContract] ?? []).map(({ key }) => key));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "ENOENT" ? "there is no such file" : error instanceof SyntaxError ? "it is not JSON" : (code ?? message);
    report(diagnostics, "baseline-invalid", { path: contract.baseline, reason });
    return diagnostics;
  }
  const entries = baselineEntries(diagnostics, path.dirname(file), workingFolder);
  return diagnostics.filter((_, index) => !old.has(entries[index]!.key));
}
