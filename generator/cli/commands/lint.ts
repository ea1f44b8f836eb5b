import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import type { CliContext } from "../cli-context.js";
import type { ContractFlags } from "../contracts.js";
import { countByCode, countProblems } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { addValueOptions, baselineOption, contractArgument, maxWarningsOption } from "../options.js";
import type { Session } from "../session.js";

const examples = `
Examples:
  openapi-actions lint
  openapi-actions lint api/openapi.yaml --max-warnings 0
  openapi-actions lint --format sarif=lint.sarif
  openapi-actions lint --baseline old-problems.json --write-baseline`;

/** `openapi-actions lint [contract]`. */
export function declareLint({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("lint")
      .description("check a contract")
      .addArgument(contractArgument())
      .addOption(maxWarningsOption())
      .addOption(baselineOption())
      .option("--write-baseline", "write the problems to the baseline instead of reporting them", false),
  )
    .addHelpText("after", examples)
    .action((contract, flags) => inSession(flags, (session) => runLint(contract, flags, session)));
}

async function runLint(argument: string | undefined, flags: ContractFlags, session: Session): Promise<ExitCode> {
  const { lint } = await import("../../compile.js");
  const { chooseContracts } = await import("../contracts.js");
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return exitCodes.usage;
  const all: Diagnostic[] = [];
  let isEachLoaded = true;
  for (const contract of chosen.contracts) {
    const { diagnostics, loaded, isWhole } = await lint(contract.input, chosen.optionsOf(contract));
    if (!loaded) isEachLoaded = false;
    const { updateBaseline } = await import("../config/baseline.js");
    const left = flags.writeBaseline ? updateBaseline(contract, diagnostics, session) : diagnostics;
    session.report(left);
    session.say(`${contract.input}: ${countProblems(left)}\n${countByCode(left)}`);
    if (!isWhole) session.say("Rules that compare parts of the contract did not run: a part is missing or can't be read.\n");
    if (session.isVerbose && loaded) {
      const { describeBindings } = await import("../../lint/describe-bindings.js");
      session.say(describeBindings(loaded));
    }
    all.push(...left);
  }
  if (isEachLoaded) session.report(chosen.unusedSuppressions());
  return hasErrors(all) ? exitCodes.findings : exitCodes.ok;
}
