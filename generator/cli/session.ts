import path from "node:path";
import type { Diagnostic, Location } from "../diagnostics/diagnostic.js";
import { type ExitCode, exitCodes, UsageError } from "./exit-codes.js";
import { chooseTargets, isDocument, type ReportTarget } from "./formats.js";
import { printForPeople, printReport } from "./print-report.js";
import type { Terminal } from "./terminal.js";
import { adaptToSources } from "./v8-flags.js";
import { writeWhole } from "./write-whole.js";

/** A shorter run shows no progress. */
const patience = 300;

/** One run of a command that reports problems; receives its findings and its messages. */
export interface Session {
  readonly terminal: Terminal;
  /** The config from `--config`. */
  readonly config: string | undefined;
  /** Reports problems: people see them at once; other programs get one document when the command ends. */
  report(diagnostics: readonly Diagnostic[]): void;
  /** Adds data to the JSON report. */
  attach(name: "coverage" | "diff" | "diffs" | "test", value: object): void;
  /** Prints the command's actual output, in whole lines: to stdout, or to stderr if a report goes to stdout. */
  print(text: string): void;
  /** Prints a message to stderr, in whole lines; nothing with `--quiet`. */
  say(text: string): void;
  /** Reports the current stage, for progress and `--verbose`. */
  readonly onStage: (stage: string) => void;
  /** Called with every file that is read for a contract or, without a name, for all contracts. */
  readonly onFile: (file: string, contract?: string) => void;
  /** Whether `--verbose` was given, so that the locations of facts are printed too. */
  readonly isVerbose: boolean;
  /**
   * Whether problems that an earlier run has shown may only be counted. Formats other than `pretty`, and `--verbose`,
   * show all.
   */
  readonly isBrief: boolean;
  /** False if every problem must be determined again, because another program reads the report. */
  readonly isForPeople: boolean;
}

/** Flags of every command. */
export interface GlobalFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly config?: string;
}

/** Runs the work of a command in a session and writes the reports when it's done. Returns the exit code. */
export async function runSession(
  terminal: Terminal,
  flags: GlobalFlags & { readonly format?: readonly ReportTarget[] },
  work: (session: Session) => Promise<ExitCode>,
): Promise<ExitCode> {
  const targets = chooseTargets(flags.format ?? [], process.env);
  checkTargets(targets);
  const found: Diagnostic[] = [];
  const attached: Record<string, object> = {};
  const isStdoutTaken = targets.some(({ format, file }) => file === undefined && isDocument(format));
  const stages = createProgress(terminal, flags.verbose === true);
  const session: Session = {
    terminal,
    config: flags.config,
    report(diagnostics) {
      const shown = flags.quiet ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
      found.push(...shown);
      for (const { format, file } of targets) {
        if (file !== undefined || (format !== "pretty" && format !== "concise")) continue;
        terminal.err(printForPeople(format, shown, terminal.palette, flags.verbose));
      }
    },
    attach: (name, value) => void (attached[name] = value),
    print: isStdoutTaken ? terminal.err : terminal.out,
    say: (text) => (flags.quiet ? undefined : terminal.err(text)),
    onStage: stages.begin,
    onFile: adaptToSources(),
    isVerbose: flags.verbose === true,
    isBrief: !flags.verbose && targets.every(({ format, file }) => file === undefined && format === "pretty"),
    isForPeople: targets.every(({ format, file }) => file === undefined && (format === "pretty" || format === "concise")),
  };
  const exitCode = await work(session);
  stages.end();
  const failures = await writeReports(targets, found, attached, terminal);
  if (failures.length === 0) return exitCode;
  terminal.err(printForPeople("pretty", failures, terminal.palette));
  return exitCode === exitCodes.ok ? exitCodes.findings : exitCode;
}

/** A session that prints nothing and whose caller collects the results. */
export function silentSession(config: string | undefined, parts: Partial<Session> & Pick<Session, "report">): Session {
  const ignore = () => {};
  const palette = { red: String, yellow: String, blue: String, bold: String, dim: String };
  return {
    terminal: { out: ignore, err: ignore, status: ignore, palette },
    config,
    attach: ignore,
    print: ignore,
    say: ignore,
    onStage: ignore,
    onFile: ignore,
    isVerbose: false,
    isBrief: true,
    isForPeople: true,
    ...parts,
  };
}

/** Follows the stages of a command: on a terminal a line of progress, with `--verbose` a line with the time of each. */
interface Progress {
  readonly begin: (stage: string) => void;
  readonly end: () => void;
}

export function createProgress(terminal: Terminal, isVerbose: boolean): Progress {
  const start = performance.now();
  let current: { name: string; since: number } | undefined;
  const end = () => {
    if (current && isVerbose) terminal.err(`${current.name.padEnd(8)} ${seconds(performance.now() - current.since)}\n`);
    current = undefined;
  };
  return {
    begin(name) {
      end();
      current = { name, since: performance.now() };
      if (!isVerbose && current.since - start > patience) terminal.status(`${name} …`);
    },
    end() {
      end();
      terminal.status("");
      if (isVerbose) terminal.err(`${"all".padEnd(8)} ${seconds(performance.now() - start)}\n`);
    },
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2).padStart(6)} s`;
}

/** Rejects two documents on one stdout. */
function checkTargets(targets: readonly ReportTarget[]): void {
  const [first, second] = targets.filter(({ format, file }) => file === undefined && isDocument(format));
  if (!first || !second) return;
  throw new UsageError(
    `--format ${first.format} and --format ${second.format} can't both be written to stdout. Write one to a file: --format ${second.format}=<file>.`,
  );
}

/** Writes reports to files and for other programs; returns a diagnostic for each unwritable file. */
async function writeReports(
  targets: readonly ReportTarget[],
  found: readonly Diagnostic[],
  attached: Readonly<Record<string, object>>,
  terminal: Terminal,
): Promise<Diagnostic[]> {
  const failures: Diagnostic[] = [];
  const root = repositoryRoot(process.env);
  const inRepository = root === undefined ? found : relativeTo(root, found, process.cwd());
  for (const { format, file } of targets) {
    if (file === undefined && (format === "pretty" || format === "concise")) continue;
    const isForHost = format === "sarif" || format === "github" || format === "gitlab";
    const text = await printReport(format, isForHost ? inRepository : found, attached);
    if (file === undefined) (isDocument(format) ? terminal.out : terminal.err)(text);
    else {
      try {
        writeWhole(file, text);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        const { report } = await import("./diagnostics.js");
        report(failures, "report-unwritable", { path: file, reason: code });
      }
    }
  }
  return failures;
}

/**
 * The root of the repository that a build runs in, from the build's environment: GitHub, GitLab and readers of
 * SARIF resolve paths from there, wherever the command was run.
 */
function repositoryRoot(environment: NodeJS.ProcessEnv): string | undefined {
  return environment["GITHUB_WORKSPACE"] || environment["CI_PROJECT_DIR"] || undefined;
}

/** The same diagnostics with their paths relative to another folder; files outside of it keep theirs. */
export function relativeTo(root: string, diagnostics: readonly Diagnostic[], workingFolder: string): readonly Diagnostic[] {
  const move = (location: Location): Location => {
    const relative = path.relative(root, path.resolve(workingFolder, location.path));
    const isInside = relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
    return isInside ? { ...location, path: relative.split(path.sep).join("/") } : location;
  };
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...(diagnostic.location && { location: move(diagnostic.location) }),
    related: diagnostic.related.map((place) => ({ ...place, location: move(place.location) })),
  }));
}
