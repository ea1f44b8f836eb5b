import { Option } from "commander";
import type { CliContext } from "../cli-context.js";
import {
  baselineOption,
  contractArgument,
  formatOption,
  maxWarningsOption,
  outOption,
  integersOption,
  prefixOption,
  scaffoldOption,
} from "../options.js";

const examples = `
Examples:
  openapi-actions generate
  openapi-actions generate api/openapi.yaml --out src/generated --check
  openapi-actions generate --scaffold src/handlers
  openapi-actions generate --watch
  openapi-actions generate billing                    the contract of that name in the config`;

/** `openapi-actions generate [contract]`. */
export function declareGenerate({ program, inSession }: CliContext): void {
  program
    .command("generate")
    .description("check a contract and compile it")
    .addArgument(contractArgument())
    .addOption(outOption())
    .addOption(scaffoldOption("add the handlers that are missing to your handler files there"))
    .option("--check", "write nothing; exit with 3 if the output would change", false)
    .addOption(new Option("--watch", "generate again whenever a file changes").default(false).conflicts("check"))
    .option("--no-cache", "do the work even if nothing changed")
    .addOption(maxWarningsOption())
    .addOption(baselineOption())
    .addOption(formatOption())
    .addOption(prefixOption())
    .addOption(integersOption())
    .addHelpText("after", examples)
    .action((contract, flags) =>
      inSession(flags, async (session) => {
        const { runGenerate } = await import("../run/generate.js");
        return runGenerate(contract, flags, session);
      }),
    );
}
