import { existsSync, realpathSync } from "node:fs";
import type { Level } from "../../../config.js";
import { hasErrors } from "../../../diagnostics/diagnostic.js";
import { suggest } from "../../../diagnostics/suggest.js";
import { acceptChanges, isDay, type LocatedChange, readBaseline } from "../../../tools/diff/baseline.js";
import type { ContractVersion } from "../../../tools/diff/contract/contract-version.js";
import { diffVersions, type DiffReport } from "../../../tools/diff/diff-versions.js";
import { printCompatible, printMarkdown, reportData } from "../../../tools/diff/print.js";
import type { ChangeSeverity } from "../../../tools/diff/rule.js";
import { allRules } from "../../../tools/diff/rules/index.js";
import { loadVersion, pathHere, parseVersionName, type VersionName } from "../../../tools/diff/versions/load-version.js";
import { chooseContracts, type ContractFlags } from "../../contracts.js";
import { count } from "../../count.js";
import { type ExitCode, exitCodes, UsageError } from "../../exit-codes.js";
import type { Session } from "../../session.js";
import { writeOrReject } from "../../write-whole.js";

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

function printReport(report: DiffReport, flags: DiffFlags, session: Session): void {
  if (flags.all) session.print(printCompatible(report.open));
  for (const { file } of flags.markdown) {
    if (file === undefined) session.print(printMarkdown(report));
    else writeOrReject(file, printMarkdown(report));
  }
  if (flags.nextVersion) session.print(`${[report.level, report.nextVersion].filter((part) => part !== undefined).join(" ")}\n`);
  session.say(`${report.baseName} -> ${report.revisionName}: ${summary(report)}\n`);
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

/** Returns the severities of rules from the config's codes `diff/<rule>` and from flags, which win. Rejects unknown rules. */
function severitiesFor(
  config: Readonly<Record<string, Level>>,
  flags: Readonly<Record<string, ChangeSeverity>>,
): Record<string, ChangeSeverity> {
  const names = allRules.map(({ id }) => id);
  const configured = Object.entries(config).flatMap(([code, level]) =>
    code.startsWith("diff/") ? [[code.slice(5), level] as const] : [],
  );
  const severities = { ...Object.fromEntries(configured), ...flags };
  const unknown = Object.keys(severities).find((rule) => !names.includes(rule));
  if (unknown === undefined) return severities;
  const near = suggest(unknown, names);
  throw new UsageError(`unknown diff rule '${unknown}'${near ? `\n(Did you mean ${near}?)` : ""}`);
}

/** Two versions and the configured severities, or the exit code if they can't be compared. */
type ChosenVersions =
  | {
      readonly before: ContractVersion;
      readonly after: ContractVersion;
      readonly severities: Readonly<Record<string, Level>>;
    }
  | { readonly exitCode: ExitCode };

/** Loads the versions that a command names. Omitted paths default to that of the other version, or to the config's contract. */
async function chooseVersions(
  base: string,
  revision: string | undefined,
  flags: DiffFlags,
  session: Session,
): Promise<ChosenVersions> {
  const workingFolder = realpathSync(process.cwd());
  const [baseName, revisionName] = [parseVersionName(base), revision === undefined ? undefined : parseVersionName(revision)];
  const here = contractHere(baseName, revisionName, workingFolder);
  // The baseline is one of changes, not of a contract's problems.
  const { baseline: _, ...contractFlags } = flags;
  const chosen = await chooseContracts(here, contractFlags, session);
  if (!chosen) return { exitCode: exitCodes.usage };
  const [contract, ...others] = chosen.contracts;
  if (!contract || others.length > 0) {
    const names = chosen.contracts.map(({ name, input }) => name ?? input).join(", ");
    throw new UsageError(
      `the config has several contracts. Specify one of them: openapi-actions diff <base> <revision>, with ${names}.`,
    );
  }
  const { root, configFolder } = chosen.optionsOf(contract);
  const { overlays, extensionPrefix, integers } = contract;
  const options = { workingFolder, root, configFolder, overlays, extensionPrefix, integers };
  const after = loadVersion(
    revisionName?.kind === "git" ? withPath(revisionName, baseName, contract.input) : { kind: "file", path: contract.input },
    options,
  );
  const before = loadVersion(withPath(baseName, { kind: "file", path: contract.input }, contract.input), options);
  session.report([...before.diagnostics, ...after.diagnostics]);
  if (!before.version || !after.version) return { exitCode: exitCodes.findings };
  return { before: before.version, after: after.version, severities: contract.severities };
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
