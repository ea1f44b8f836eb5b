import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { chooseTargets, isDocument, type ReportTarget } from "./formats.js";
import { printForPeople } from "./print-report.js";
import { createStages } from "./stages.js";
import type { Terminal } from "./terminal.js";
import { checkTargets, writeReports } from "./write-reports.js";

/** One run of a command that reports problems: what it found goes here, and what it has to say. */
export interface Session {
  readonly terminal: Terminal;
  /** The config that `--config` names. */
  readonly config: string | undefined;
  /** Reports problems: people see them at once; other programs get one document when the command ends. */
  report(diagnostics: readonly Diagnostic[]): void;
  /** Puts data beside the problems in the JSON report. */
  attach(name: "coverage" | "diff", value: object): void;
  /** Prints what the command is for, in whole lines: on stdout, or on stderr where a report takes that. */
  print(text: string): void;
  /** Says what was done, in whole lines on stderr; nothing with `--quiet`. */
  say(text: string): void;
  /** Tells what is being done now, for progress and `--verbose`. */
  readonly onStage: (stage: string) => void;
  /** Told every file that is read for a contract or, without a name, for all of them. */
  readonly onFile: (file: string, contract?: string) => void;
  /** False where every problem must be found anew, because another program reads the report. */
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
  const stages = createStages(terminal, flags.verbose === true);
  const session: Session = {
    terminal,
    config: flags.config,
    report(diagnostics) {
      const shown = flags.quiet ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
      found.push(...shown);
      for (const { format, file } of targets) {
        if (file !== undefined || (format !== "pretty" && format !== "concise")) continue;
        terminal.err(printForPeople(format, shown, terminal.palette));
      }
    },
    attach: (name, value) => void (attached[name] = value),
    print: isStdoutTaken ? terminal.err : terminal.out,
    say: (text) => (flags.quiet ? undefined : terminal.err(text)),
    onStage: stages.begin,
    onFile: () => {},
    isForPeople: targets.every(({ format, file }) => file === undefined && (format === "pretty" || format === "concise")),
  };
  const exitCode = await work(session);
  stages.end();
  const failures = await writeReports(targets, found, attached, terminal);
  if (failures.length === 0) return exitCode;
  terminal.err(printForPeople("pretty", failures, terminal.palette));
  return exitCode === exitCodes.ok ? exitCodes.findings : exitCode;
}
