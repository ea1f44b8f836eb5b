import type { CliContext } from "../cli-context.js";
import { contractArgument, formatOption, prefixOption } from "../options.js";

/** `openapi-actions doctor [contract]`. */
export function declareDoctor({ program, terminal, exitWith }: CliContext): void {
  program
    .command("doctor")
    .description("say what is in order here and what is not: Node, the contract, its output, your handlers")
    .addArgument(contractArgument())
    .option("--out <folder>", "where the output is", "generated")
    .option("--scaffold <folder>", "where your handler files are")
    .addOption(formatOption())
    .addOption(prefixOption())
    .addHelpText("after", "\nExample:\n  openapi-actions doctor --scaffold src/handlers")
    .action(async (contract, flags) => {
      const { runDoctor } = await import("../run/doctor.js");
      exitWith(await runDoctor(contract, flags, terminal));
    });
}
