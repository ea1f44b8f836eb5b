import { Command, CommanderError, Option } from "commander";
import { version } from "../package.js";
import type { CliContext } from "./cli-context.js";
import { declareAdopt } from "./commands/adopt.js";
import { declareCompletion } from "./commands/completion/command.js";
import { declareDiff } from "./commands/diff/command.js";
import { declareDocs } from "./commands/docs/command.js";
import { declareDoctor } from "./commands/doctor.js";
import { declareExpand } from "./commands/expand.js";
import { declareExplain } from "./commands/explain.js";
import { declareFixtures } from "./commands/fixtures.js";
import { declareGenerate } from "./commands/generate/command.js";
import { declareInit } from "./commands/init.js";
import { declareLint } from "./commands/lint.js";
import { declareMcp } from "./commands/mcp/command.js";
import { declareMock } from "./commands/mock/command.js";
import { declareProxy } from "./commands/proxy/command.js";
import { declareSchema } from "./commands/schema.js";
import { declareTest } from "./commands/test/command.js";
import { declareValidate } from "./commands/validate/command.js";
import { exitCodes, type ExitCode, UsageError } from "./exit-codes.js";
import { rejectEmpty, suggestChoices } from "./options.js";
import { runSession } from "./session.js";
import { createTerminal, type Streams, type Terminal } from "./terminal.js";

/** In the order of the help. To add a command, add a line. */
const commands: readonly ((context: CliContext) => void)[] = [
  declareLint,
  declareGenerate,
  declareMock,
  declareMcp,
  declareDocs,
  declareExpand,
  declareValidate,
  declareProxy,
  declareTest,
  declareFixtures,
  declareDiff,
  declareAdopt,
  declareInit,
  declareDoctor,
  declareExplain,
  declareSchema,
  declareCompletion,
];

/** Runs a command line and returns the exit code. */
export async function main(argv: readonly string[], streams: Streams = process): Promise<ExitCode> {
  const terminal = createTerminal(process.env, streams);
  const exitCode = await run(argv, terminal);
  const isWritten = await terminal.flush();
  return isWritten || exitCode !== exitCodes.ok ? exitCode : exitCodes.findings;
}

async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.ok;
  const exitWith = (code: ExitCode) => void (exitCode = code);
  const program = new Command("openapi-actions")
    .description("Lints an OpenAPI contract with actions and compiles it into typed servers, clients and validators.")
    .version(version, "-v, --version")
    .addOption(new Option("--config <file>", "the config (default: the nearest one)").env("OPENAPI_ACTIONS_CONFIG"))
    .option("--quiet", "print only errors")
    .option("--verbose", "print every warning, the stages with their times, and the locations of the facts of calls")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showSuggestionAfterError()
    .exitOverride();
  const inSession: CliContext["inSession"] = async (flags, work) =>
    exitWith(await runSession(terminal, { ...program.opts(), ...flags }, work));
  for (const declare of commands) declare({ program, terminal, exitWith, inSession });
  suggestChoices(program);
  rejectEmpty(program);

  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) {
      terminal.err(`error: ${detail}\n`);
      return exitCodes.usage;
    }
    terminal.err(
      `internal error: ${detail}\nThis is a bug in openapi-actions ${version}. Set OPENAPI_ACTIONS_DEBUG=1 to print the stack trace.\n`,
    );
    if (process.env["OPENAPI_ACTIONS_DEBUG"] && error instanceof Error) terminal.err(`${error.stack}\n`);
    return exitCodes.internal;
  }
}
