import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { version } from "../version.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { formats } from "./report-diagnostics.js";
import { createTerminal } from "./terminal.js";

const defaultContract = "spec/openapi.yaml";

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

  const format = () => new Option("--format <format>", "how to print problems").choices(formats).default("pretty");
  const prefix = () =>
    new Option("--extension-prefix <prefix>", "the word in x-<prefix>-<type>-actions").default("platform").argParser(parsePrefix);

  program
    .command("lint")
    .description("check a contract")
    .argument("[contract]", "OpenAPI document", defaultContract)
    .addOption(format())
    .addOption(prefix())
    .addHelpText("after", "\nExample:\n  openapi-actions lint spec/openapi.yaml")
    .action(async (contract: string, flags) => {
      const { runLint } = await import("./commands/lint.js");
      exitCode = await runLint(contract, flags, terminal);
    });

  program
    .command("generate")
    .description("check a contract and compile it")
    .argument("[contract]", "OpenAPI document", defaultContract)
    .option("--out <folder>", "where the output goes", "generated")
    .option("--scaffold <folder>", "add the handlers that are missing to your handler files there")
    .option("--check", "write nothing; exit with 3 if the output would change", false)
    .option("--no-cache", "do the work even if nothing changed")
    .addOption(format())
    .addOption(prefix())
    .addHelpText(
      "after",
      "\nExamples:\n  openapi-actions generate\n  openapi-actions generate api/openapi.yaml --out src/generated --check",
    )
    .action(async (contract: string, flags) => {
      const { runGenerate } = await import("./commands/generate.js");
      exitCode = await runGenerate(contract, flags, terminal);
    });

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

function parsePrefix(text: string): string {
  if (!/^[a-z][a-z0-9]*$/.test(text)) throw new InvalidArgumentError("It is a lower-case word, such as platform.");
  return text;
}
