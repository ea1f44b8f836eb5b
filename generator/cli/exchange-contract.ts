import { lint } from "../compile.js";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.js";
import { createExchangeContract, type ExchangeContract } from "../tools/exchanges/exchange-contract.js";
import type { ContractSettings } from "./config/settings.js";
import { chooseOneContract, type ContractFlags } from "./contracts.js";
import { countProblems } from "./count.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import type { Session } from "./session.js";

/** A contract to validate against, or the exit code if there is none. */
export type ChosenContract =
  | {
      readonly contract: ExchangeContract;
      readonly settings: ContractSettings;
      /** Applies the severities, the suppressions and the baseline of the contract. */
      readonly filter: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
    }
  | { readonly exitCode: ExitCode };

/** Reads and checks the one contract of a command. Only `lint` reports its warnings. */
export async function chooseExchangeContract(
  argument: string | undefined,
  flags: ContractFlags,
  session: Session,
  how = "with --contract",
): Promise<ChosenContract> {
  const chosen = await chooseOneContract(argument, flags, session, how);
  if (!chosen) return { exitCode: exitCodes.usage };
  const { input, options, settings } = chosen;
  const { loaded, diagnostics } = await lint(input, options);
  if (loaded && !hasErrors(diagnostics)) {
    const filter = (found: readonly Diagnostic[]) => options.filter?.(found, []) ?? found;
    return { contract: createExchangeContract(loaded), settings, filter };
  }
  session.report(diagnostics.filter(({ severity }) => severity === "error"));
  session.say(`${input}: ${countProblems(diagnostics)}; nothing was validated\n`);
  return { exitCode: exitCodes.findings };
}
