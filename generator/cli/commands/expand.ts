import { Option } from "commander";
import type { CliContext } from "../cli-context.js";
import { baselineOption, contractArgument, formatOption, integersOption, maxWarningsOption, prefixOption } from "../options.js";

const examples = `
Examples:
  openapi-actions expand
  openapi-actions expand api/openapi.yaml --out build/openapi --layout per-type
  openapi-actions expand --check`;

/** `openapi-actions expand [contract]`. */
export function declareExpand({ program, inSession }: CliContext): void {
  program
    .command("expand")
    .description("write the contract as plain OpenAPI, each action an operation of its own, for other tools")
    .addArgument(contractArgument())
    .option("--out <folder>", "where the documents go (default: expanded/ in the contract's output)")
    .addOption(
      new Option("--layout <layout>", "a document for each service type, one of all for reading, or both")
        .choices(["per-type", "all", "both"])
        .default("both"),
    )
    .option("--check", "write nothing; exit with 3 if a document would change", false)
    .addOption(maxWarningsOption())
    .addOption(baselineOption())
    .addOption(formatOption())
    .addOption(prefixOption())
    .addOption(integersOption())
    .addHelpText("after", examples)
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runExpand } = await import("../run/expand.js");
        return runExpand(contract, flags, session);
      }),
    );
}
