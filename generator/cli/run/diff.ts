import type { Overrides } from "../config/contract-settings.js";
import { existsSync, realpathSync } from "node:fs";
import { acceptChanges, isDay, type LocatedChange, readBaseline } from "../../tools/diff/baseline.js";
import { type DiffReport, diffVersions } from "../../tools/diff/diff-versions.js";
import { printCompatible, printMarkdown, reportData } from "../../tools/diff/print.js";
import { hasErrors } from "../../diagnostics/diagnostic.js";
import type { MarkdownTarget, Severities } from "../commands/diff.js";
import { count } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";
import { UsageError } from "../usage-error.js";
import { writeOrRefuse } from "../write-whole.js";
import { chooseVersions } from "./diff-versions.js";
import { severitiesFor } from "./diff-severities.js";

export interface DiffFlags extends Pick<Overrides, "extensionPrefix" | "integers"> {
  readonly all: boolean;
  readonly nextVersion: boolean;
  readonly severity?: Severities;
  readonly baseline?: string;
  readonly accept?: string;
  readonly until?: string;
  readonly markdown: readonly MarkdownTarget[];
}

/** `openapi-actions diff <base> [revision]`. */
export async function runDiff(base: string, revision: string | undefined, flags: DiffFlags, session: Session): Promise<ExitCode> {
  checkFlags(flags);
  const chosen = await chooseVersions(base, revision, flags, session);
  if ("exitCode" in chosen) return chosen.exitCode;
  const baseline = readAccepted(flags, session);
  if (!baseline) return exitCodes.usage;
  session.onStage("compare");
  const severities = severitiesFor(chosen.severities, flags.severity ?? {});
  const { report, diagnostics } = diffVersions(chosen, { severities, accepted: baseline, today: today() });
  if (flags.accept !== undefined) return accept(report, baseline, flags.accept, flags, session);
  session.report(diagnostics);
  session.attach("diff", reportData(report));
  printReport(report, flags, session);
  return report.open.some(({ severity }) => severity === "error") ? exitCodes.breaking : exitCodes.ok;
}

function checkFlags({ accept, until, baseline }: DiffFlags): void {
  if (accept !== undefined && baseline === undefined) throw new UsageError("--accept needs a file: --baseline <file>.");
  if (accept?.trim() === "") throw new UsageError("--accept needs a reason.");
  if (until !== undefined && accept === undefined) throw new UsageError("--until goes with --accept.");
  if (until !== undefined && !isDay(until)) throw new UsageError("--until needs a day such as 2027-01-31.");
}

/** Nothing where the file is no baseline, which is reported. */
function readAccepted({ baseline, accept }: DiffFlags, session: Session): LocatedChange[] | undefined {
  // The first changes that are accepted make the file.
  if (baseline === undefined || (accept !== undefined && !existsSync(baseline))) return [];
  const { accepted, diagnostics } = readBaseline(baseline, realpathSync(process.cwd()));
  session.report(diagnostics);
  return hasErrors(diagnostics) ? undefined : accepted;
}

function accept(
  report: DiffReport,
  entries: readonly LocatedChange[],
  reason: string,
  flags: DiffFlags,
  session: Session,
): ExitCode {
  const breaking = report.open.filter(({ severity }) => severity === "error");
  const file = flags.baseline!;
  const used = entries.filter((entry) =>
    report.accepted.some(({ change }) => change.rule.id === entry.rule && change.pointer === entry.pointer),
  );
  writeOrRefuse(file, acceptChanges(used, breaking, reason, flags.until));
  session.say(`${file}: ${count(breaking.length, "change")} accepted\n`);
  return exitCodes.ok;
}

function printReport(report: DiffReport, flags: DiffFlags, session: Session): void {
  if (flags.all) session.print(printCompatible(report.open));
  for (const { file } of flags.markdown) {
    if (file === undefined) session.print(printMarkdown(report));
    else writeOrRefuse(file, printMarkdown(report));
  }
  if (flags.nextVersion) session.print(`${[report.level, report.nextVersion].filter((part) => part !== undefined).join(" ")}\n`);
  session.say(`${report.baseName} -> ${report.revisionName}: ${summary(report)}\n`);
}

function summary({ open, accepted, level, nextVersion }: DiffReport): string {
  if (level === "none") return "nothing changed";
  const of = (severity: string) => open.filter((change) => change.severity === severity).length;
  const parts = [
    `${count(of("error"), "breaking change")}`,
    count(of("warning"), "warning"),
    `${of("info")} compatible`,
    ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
  ];
  return `${parts.join(", ")}; next version: ${nextVersion ?? `a ${level} one`}`;
}

/** The day in UTC, so that a build gives the same answer everywhere. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
