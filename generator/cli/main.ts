import { Command, CommanderError } from "commander";
import { version } from "../version.js";
import type { CliContext } from "./cli-context.js";
import { declareDoctor } from "./commands/doctor.js";
import { declareGenerate } from "./commands/generate.js";
import { declareLint } from "./commands/lint.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { createTerminal } from "./terminal.js";

/** In the order of the help. To add a command, add a line. */
const commands: readonly ((context: CliContext) => void)[] = [declareLint, declareGenerate, declareDoctor];

/** Runs a command line and returns the exit code. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  const terminal = createTerminal();
  let exitCode: ExitCode = exitCodes.ok;
  const program = new Command("openapi-actions")
    .description("Lints an OpenAPI contract with actions and compiles it into typed servers, clients and validators.")
    .version(version, "-v, --version")
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showSuggestionAfterError()
    .exitOverride();
  for (const declare of commands) declare({ program, terminal, exitWith: (code) => void (exitCode = code) });

  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const detail = error instanceof Error ? error.message : String(error);
    terminal.err(
      `internal error: ${detail}\nThis is a bug in openapi-actions ${version}. Set OPENAPI_ACTIONS_DEBUG=1 to see where.\n`,
    );
    if (process.env["OPENAPI_ACTIONS_DEBUG"] && error instanceof Error) terminal.err(`${error.stack}\n`);
    return exitCodes.internal;
  }
}
