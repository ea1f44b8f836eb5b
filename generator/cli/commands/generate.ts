import type { CliContext } from "../cli-context.js";
import { contractArgument, formatOption, prefixOption } from "../options.js";

const examples = `
Examples:
  openapi-actions generate
  openapi-actions generate api/openapi.yaml --out src/generated --check
  openapi-actions generate --scaffold src/handlers`;

/** `openapi-actions generate [contract]`. */
export function declareGenerate({ program, terminal, exitWith }: CliContext): void {
  program
    .command("generate")
    .description("check a contract and compile it")
    .addArgument(contractArgument())
    .option("--out <folder>", "where the output goes", "generated")
    .option("--scaffold <folder>", "add the handlers that are missing to your handler files there")
    .option("--check", "write nothing; exit with 3 if the output would change", false)
    .option("--no-cache", "do the work even if nothing changed")
    .addOption(formatOption())
    .addOption(prefixOption())
    .addHelpText("after", examples)
    .action(async (contract, flags) => {
      const { runGenerate } = await import("../run/generate.js");
      exitWith(await runGenerate(contract, flags, terminal));
    });
}
