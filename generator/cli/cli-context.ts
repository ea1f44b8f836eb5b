import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.js";
import type { ReportTarget } from "./formats.js";
import type { Session } from "./session.js";
import type { Terminal } from "./terminal.js";

/** What a command is declared with. Declarations stay light: what does the work is imported when the command runs. */
export interface CliContext {
  readonly program: Command;
  readonly terminal: Terminal;
  /** Says how the process will end; for commands that report no problems. */
  readonly exitWith: (code: ExitCode) => void;
  /** Runs a command that reports problems: `--format` and the flags of all commands decide where they go. */
  readonly inSession: (
    flags: { readonly format?: readonly ReportTarget[] },
    work: (session: Session) => Promise<ExitCode>,
  ) => Promise<void>;
}
