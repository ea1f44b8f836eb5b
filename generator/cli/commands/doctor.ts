import type { CliContext } from "../cli-context.js";
import { contractArgument, formatOption, outOption, prefixOption, scaffoldOption } from "../options.js";

/** `openapi-actions doctor [contract]`. */
export function declareDoctor({ program, inSession }: CliContext): void {
  program
    .command("doctor")
    .description("say what is in order here and what is not: Node, the contract, its output, your handlers")
    .addArgument(contractArgument())
    .addOption(outOption())
    .addOption(scaffoldOption("where your handler files are"))
    .addOption(formatOption())
    .addOption(prefixOption())
    .addHelpText("after", "\nExamples:\n  openapi-actions doctor\n  openapi-actions doctor --scaffold src/handlers")
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runDoctor } = await import("../run/doctor.js");
        return runDoctor(contract, flags, session);
      }),
    );
}
