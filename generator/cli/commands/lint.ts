import type { CliContext } from "../cli-context.js";
import { baselineOption, contractArgument, formatOption, integersOption, maxWarningsOption, prefixOption } from "../options.js";

const examples = `
Examples:
  openapi-actions lint
  openapi-actions lint api/openapi.yaml --max-warnings 0
  openapi-actions lint --format sarif=lint.sarif
  openapi-actions lint --baseline old-problems.json --write-baseline`;

/** `openapi-actions lint [contract]`. */
export function declareLint({ program, inSession }: CliContext): void {
  program
    .command("lint")
    .description("check a contract")
    .addArgument(contractArgument())
    .addOption(maxWarningsOption())
    .addOption(baselineOption())
    .option("--write-baseline", "write what is found into the baseline instead of reporting it", false)
    .addOption(formatOption())
    .addOption(prefixOption())
    .addOption(integersOption())
    .addHelpText("after", examples)
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runLint } = await import("../run/lint.js");
        return runLint(contract, flags, session);
      }),
    );
}
