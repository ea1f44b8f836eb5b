import { lint } from "../../compile.js";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { chooseContracts, type ContractFlags } from "../contracts.js";
import { countProblems } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";

/** `openapi-actions lint [contract]`. */
export async function runLint(argument: string | undefined, flags: ContractFlags, session: Session): Promise<ExitCode> {
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return exitCodes.usage;
  const all: Diagnostic[] = [];
  let isEachLoaded = true;
  for (const contract of chosen.contracts) {
    const { diagnostics, loaded } = await lint(contract.input, chosen.optionsOf(contract));
    if (!loaded) isEachLoaded = false;
    const { updateBaseline } = await import("./baseline.js");
    const left = flags.writeBaseline ? updateBaseline(contract, diagnostics, session) : diagnostics;
    session.report(left);
    session.say(`${contract.input}: ${countProblems(left)}\n`);
    all.push(...left);
  }
  if (isEachLoaded) session.report(chosen.unusedSuppressions());
  return hasErrors(all) ? exitCodes.findings : exitCodes.ok;
}
