import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.js";
import type { ReportTarget } from "./formats.js";
import type { Session } from "./session.js";
import type { Terminal } from "./terminal.js";

/** The context in which commands are declared. Declarations stay light: a command imports its implementation when it runs. */
export interface CliContext {
  readonly program: Command;
  readonly terminal: Terminal;
  /** Sets the exit code of the process; for commands that don't report problems. */
  readonly exitWith: (code: ExitCode) => void;
  /** Runs a command that reports problems, with the destinations that `--format` and the flags of all commands select. */
  readonly inSession: (
    flags: { readonly format?: readonly ReportTarget[] },
    work: (session: Session) => Promise<ExitCode>,
  ) => Promise<void>;
}
