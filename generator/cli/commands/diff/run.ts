import { existsSync, realpathSync } from "node:fs";
import type { CompileOptions } from "../../../compile.js";
import type { Level } from "../../../config.js";
import { hasErrors } from "../../../diagnostics/diagnostic.js";
import { acceptChanges, isDay, type LocatedChange, readBaseline } from "../../../tools/diff/baseline.js";
import type { Pair } from "../../../tools/diff/contract/pairs.js";
import type { ContractVersion } from "../../../tools/diff/contract/contract-version.js";
import { diffVersions, type DiffReport } from "../../../tools/diff/diff-versions.js";
import { printCompatible, printMarkdown, reportData } from "../../../tools/diff/print.js";
import { loadVersion, pathHere, parseVersionName, type VersionName } from "../../../tools/diff/versions/load-version.js";
import { chooseContracts, type ChosenContracts, type ContractFlags } from "../../contracts.js";
import { count } from "../../count.js";
import { type ExitCode, exitCodes, UsageError, worseOf } from "../../exit-codes.js";
import type { Session } from "../../session.js";
import type { ContractSettings } from "../../config/settings.js";
import { writeOrReject } from "../../write-whole.js";
import { severitiesFor } from "./severities.js";

/** A markdown report: to stdout, or to a file. */
export interface MarkdownTarget {
  readonly format: "markdown";
  readonly file?: string;
}

/** Severities by rule. */
export type Severities = Readonly<Record<string, Level | "info">>;

export interface DiffFlags extends Pick<ContractFlags, "root" | "overlay" | "extensionPrefix" | "integers"> {
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
  const names = { base: parseVersionName(base), revision: revision === undefined ? undefined : parseVersionName(revision) };
  const chosen = await chooseDiffed(names, flags, session);
  if (!chosen) return exitCodes.usage;
  const baseline = readAccepted(flags, session);
  if (!baseline) return exitCodes.usage;
  const isOne = chosen.contracts.length === 1;
  const reports: NamedReport[] = [];
  let exitCode: ExitCode = exitCodes.ok;
  for (const contract of chosen.contracts) {
    const loaded = loadVersions(names, contract, chosen.optionsOf(contract), session);
    if (loaded === "new") continue;
    if (!loaded) {
      exitCode = worseOf(exitCode, exitCodes.findings);
      continue;
    }
    session.onStage("compare");
    const severities = severitiesFor(contract.severities, flags.severity ?? {});
    const { report, diagnostics } = diffVersions(loaded, { severities, accepted: baseline, today: today() });
    if (flags.accept !== undefined) return accept(report, baseline, flags.accept, flags, session);
    session.report(diagnostics);
    reports.push({ report, ...(!isOne && contract.name !== undefined && { name: contract.name }) });
    if (report.open.some(({ severity }) => severity === "error")) exitCode = worseOf(exitCode, exitCodes.breaking);
  }
  printReports(reports, isOne, flags, session);
  return exitCode;
}

/** The report about a contract, with its name if the run compares several. */
interface NamedReport {
  readonly report: DiffReport;
  readonly name?: string;
}

function checkFlags({ accept, until, baseline }: DiffFlags): void {
  if (accept !== undefined && baseline === undefined) throw new UsageError("--accept requires --baseline <file>.");
  if (until !== undefined && accept === undefined) throw new UsageError("--until requires --accept.");
  if (until !== undefined && !isDay(until)) throw new UsageError("--until must be a date such as 2027-01-31.");
}

/** Returns `undefined` for an invalid baseline, which is reported. */
function readAccepted({ baseline, accept }: DiffFlags, session: Session): LocatedChange[] | undefined {
  // The first accepted changes create the file.
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
  writeOrReject(file, acceptChanges(used, breaking, reason, flags.until));
  session.say(`${file}: ${count(breaking.length, "change")} accepted\n`);
  return exitCodes.ok;
}

function printReports(reports: readonly NamedReport[], isOne: boolean, flags: DiffFlags, session: Session): void {
  if (!isOne)
    session.attach(
      "diffs",
      reports.map(({ name, report }) => ({ contract: name, ...reportData(report) })),
    );
  else for (const { report } of reports) session.attach("diff", reportData(report));
  if (flags.all) for (const { report } of reports) session.print(printCompatible(report.open));
  if (reports.length > 0 || !isOne) {
    const markdown = reports.map(({ report, name }) => printMarkdown(report, name)).join("\n");
    for (const { file } of flags.markdown) {
      if (file === undefined) session.print(markdown);
      else writeOrReject(file, markdown);
    }
  }
  for (const { report, name } of reports) {
    const parts = [name, report.level, report.nextVersion].filter((part) => part !== undefined);
    if (flags.nextVersion) session.print(`${parts.join(" ")}\n`);
    session.say(`${report.baseName} -> ${report.revisionName}: ${summary(report)}\n`);
  }
}

function summary({ open, accepted, level, nextVersion }: DiffReport): string {
  if (level === "none") return "no changes";
  const of = (severity: string) => open.filter((change) => change.severity === severity).length;
  const parts = [
    `${count(of("error"), "breaking change")}`,
    count(of("warning"), "warning"),
    `${of("info")} compatible`,
    ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
  ];
  return `${parts.join(", ")}; next version: ${nextVersion ?? `a ${level} one`}`;
}

/** Returns the date in UTC, so that builds have the same result everywhere. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The versions that a command names. */
interface VersionNames {
  readonly base: VersionName;
  readonly revision: VersionName | undefined;
}

/** Chooses the contract that the versions name. Commits without a path stand for all contracts of the config. */
async function chooseDiffed(
  { base, revision }: VersionNames,
  flags: DiffFlags,
  session: Session,
): Promise<ChosenContracts | undefined> {
  const here = contractHere(base, revision, realpathSync(process.cwd()));
  // The baseline is one of changes, not of a contract's problems.
  const { baseline, ...contractFlags } = flags;
  const chosen = await chooseContracts(here, contractFlags, session);
  if (!chosen || chosen.contracts.length < 2) return chosen;
  const names = chosen.contracts.map(({ name, input }) => name ?? input).join(", ");
  const hint = `Specify one of them: openapi-actions diff <base> <revision>, with ${names}.`;
  if (baseline !== undefined) throw new UsageError(`--baseline applies to one contract, but the config has several. ${hint}`);
  if (base.kind === "file" || base.path !== undefined)
    throw new UsageError(`the config has several contracts, and the base is one. ${hint}`);
  return chosen;
}

/**
 * Loads both versions of a contract. Omitted paths default to that of the other version, or to the contract's. A contract of
 * the config that the base doesn't have is new. Absent if a version can't be loaded, which is reported.
 */
function loadVersions(
  { base, revision }: VersionNames,
  contract: ContractSettings,
  { root, configFolder }: CompileOptions,
  session: Session,
): Pair<ContractVersion> | "new" | undefined {
  const { input, name, overlays, extensionPrefix, integers, untypedObjects } = contract;
  const reading = { extensionPrefix, integers, ...(untypedObjects !== undefined && { untypedObjects }) };
  const options = { workingFolder: realpathSync(process.cwd()), root, configFolder, overlays, ...reading };
  const before = loadVersion(withPath(base, { kind: "file", path: input }, input), options);
  const isNew = name !== undefined && before.diagnostics.some(({ code }) => code === "git-path-unknown");
  if (isNew && base.kind === "git" && base.path === undefined) {
    session.say(`${input}: not in git:${base.ref}, so there is nothing to compare\n`);
    return "new";
  }
  const after = loadVersion(revision?.kind === "git" ? withPath(revision, base, input) : { kind: "file", path: input }, options);
  session.report([...before.diagnostics, ...after.diagnostics]);
  return before.version && after.version && { before: before.version, after: after.version };
}

/** Returns the contract in the working tree: a name in the config or a path; `undefined` to use the config's contract. */
function contractHere(baseName: VersionName, revisionName: VersionName | undefined, workingFolder: string): string | undefined {
  if (revisionName?.kind === "file") return revisionName.path;
  const named = revisionName?.path ?? baseName.path;
  if (baseName.kind === "file" && !revisionName) return undefined;
  if (named === undefined) return undefined;
  const path = baseName.kind === "file" && revisionName?.path === undefined ? named : pathHere(named, workingFolder);
  // If both versions are commits, nothing in the working tree is compared, but the config still applies.
  return revisionName && !existsSync(path) ? "." : path;
}

/** Adds the path of the other version, or that of the configured contract, to a commit without a path. */
function withPath(name: VersionName, other: VersionName, input: string): VersionName {
  if (name.kind === "file" || name.path !== undefined) return name;
  if (other.kind === "git" && other.path !== undefined) return { ...name, path: other.path };
  return { ...name, path: `./${other.kind === "file" ? other.path : input}` };
}
