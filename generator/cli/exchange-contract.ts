import { lint } from "../compile.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { createExchangeContract, type ExchangeContract } from "../tools/exchanges/exchange-contract.js";
import { chooseOneContract, type ContractFlags } from "./contracts.js";
import { countProblems } from "./count.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import type { Session } from "./session.js";

/** A contract to validate against, or the exit code if there is none. */
export type ChosenContract = { readonly contract: ExchangeContract } | { readonly exitCode: ExitCode };

/** Reads and checks the one contract of a command. Only `lint` reports its warnings. */
export async function chooseExchangeContract(
  argument: string | undefined,
  flags: ContractFlags,
  session: Session,
  how = "with --contract",
): Promise<ChosenContract> {
  const chosen = await chooseOneContract(argument, flags, session, how);
  if (!chosen) return { exitCode: exitCodes.usage };
  const { input, options } = chosen;
  const { loaded, diagnostics } = await lint(input, options);
  if (loaded && !hasErrors(diagnostics)) return { contract: createExchangeContract(loaded) };
  session.report(diagnostics.filter(({ severity }) => severity === "error"));
  session.say(`${input}: ${countProblems(diagnostics)}; nothing was validated\n`);
  return { exitCode: exitCodes.findings };
}
