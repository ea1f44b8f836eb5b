import { Option } from "commander";
import type { CliContext } from "../../cli-context.js";
import {
  addValueOptions,
  baselineOption,
  contractArgument,
  maxWarningsOption,
  outOption,
  scaffoldOption,
  targetsOption,
} from "../../options.js";
import { configFile, isCode } from "../../config/find-config.js";
import { exitCodes, type ExitCode } from "../../exit-codes.js";
import { describeUnchanged, readRunCache, type RunKey } from "../../run-cache.js";
import type { Session } from "../../session.js";
import { isMerging } from "../../../write/merging.js";
import type { GenerateFlags } from "./generate-contracts.js";

const examples = `
Examples:
  openapi-actions generate
  openapi-actions generate api/openapi.yaml --out src/generated --check
  openapi-actions generate --scaffold src/handlers
  openapi-actions generate --only types,client
  openapi-actions generate --watch
  openapi-actions generate billing                    the contract of that name in the config`;

/** `openapi-actions generate [contract]`. */
export function declareGenerate({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("generate")
      .description("check a contract and compile it")
      .addArgument(contractArgument())
      .addOption(outOption())
      .addOption(
        targetsOption("--only", "parts to generate (default: the config's, or everything but query)").env("OPENAPI_ACTIONS_ONLY"),
      )
      .addOption(scaffoldOption("folder of your handler files, to which missing handlers are added"))
      .option("--check", "write nothing; exit with 3 if the output would change", false)
      .addOption(new Option("--watch", "generate again whenever a file changes").default(false).conflicts("check"))
      .addOption(new Option("--force", "overwrite files of the output that were edited or not generated").conflicts("check"))
      .option("--no-cache", "generate even if nothing changed")
      .addOption(maxWarningsOption())
      .addOption(baselineOption()),
  )
    .addHelpText("after", examples)
    .action((contract, flags) => inSession(flags, (session) => runGenerate(contract, flags, session)));
}

/** Compiles each contract that changed since the last run. */
async function runGenerate(argument: string | undefined, flags: GenerateFlags, session: Session): Promise<ExitCode> {
  const { root, overlay, out, only, scaffold, baseline, extensionPrefix, integers, maxWarnings } = flags;
  const overrides = { root, overlay, out, only, scaffold, baseline, extensionPrefix, integers, maxWarnings };
  const key: RunKey = { argument, flags: overrides, config: configFile(session.config) };
  if (flags.watch) {
    const { runWatch } = await import("./watch.js");
    return runWatch({ argument, flags, key }, session);
  }
  // A config that is code may depend on anything: it is run each time.
  const isRemembered = flags.cache && session.isBrief && !(key.config !== undefined && isCode(key.config));
  const { isComplete, contracts } = isRemembered ? readRunCache(key) : { isComplete: false, contracts: [] };
  // During a merge, git may have left files of the other side in the output.
  const unchanged = contracts.filter(({ out }) => !isMerging(out));
  if (isComplete && unchanged.length === contracts.length) {
    for (const contract of unchanged) session.say(describeUnchanged(contract));
    return exitCodes.ok;
  }
  // The compiler is loaded from here on; a run without changes never needs it.
  const { generateContracts } = await import("./generate-contracts.js");
  return (await generateContracts({ argument, flags, key, unchanged }, session)).exitCode;
}
