import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.js";
import type { Terminal } from "./terminal.js";

/** What a command is declared with. Declarations stay light: what does the work is imported when the command runs. */
export interface CliContext {
  readonly program: Command;
  readonly terminal: Terminal;
  /** Says how the process will end. */
  readonly exitWith: (code: ExitCode) => void;
}
