import type { CliContext } from "../cli-context.js";
import { contractArgument, formatOption, prefixOption } from "../options.js";

/** `openapi-actions lint [contract]`. */
export function declareLint({ program, terminal, exitWith }: CliContext): void {
  program
    .command("lint")
    .description("check a contract")
    .addArgument(contractArgument())
    .addOption(formatOption())
    .addOption(prefixOption())
    .addHelpText("after", "\nExample:\n  openapi-actions lint spec/openapi.yaml")
    .action(async (contract, flags) => {
      const { runLint } = await import("../run/lint.js");
      exitWith(await runLint(contract, flags, terminal));
    });
}
