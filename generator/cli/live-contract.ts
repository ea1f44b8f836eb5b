import { hasErrors } from "../diagnostics/diagnostic.js";
import { loadContract } from "../document/load-contract.js";
import { lintContract } from "../lint/lint.js";
import { createLiveContract, type LiveContract } from "../live/live-contract.js";
import { chooseOneContract, type ContractFlags } from "./contracts.js";
import { countProblems } from "./count.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import type { Session } from "./session.js";

/** A contract to run, or the exit code if there is none. */
export type ChosenLiveContract = { readonly contract: LiveContract; readonly input: string } | { readonly exitCode: ExitCode };

/** Reads and checks the one contract of a command that runs it, without Redocly's rules of style. Only `lint` reports warnings. */
export async function chooseLiveContract(
  argument: string | undefined,
  flags: ContractFlags,
  session: Session,
): Promise<ChosenLiveContract> {
  const chosen = await chooseOneContract(argument, flags, session);
  if (!chosen) return { exitCode: exitCodes.usage };
  const { input, options } = chosen;
  session.onStage("load");
  const { contract, checkable, diagnostics } = loadContract(input, options);
  session.onStage("lint");
  const all = checkable ? [...diagnostics, ...lintContract(checkable, options)] : diagnostics;
  const reported = checkable ? (options.filter?.(all, checkable.files) ?? all) : all;
  if (contract && !hasErrors(reported)) {
    return { contract: createLiveContract(contract, options), input };
  }
  session.report(reported.filter(({ severity }) => severity === "error"));
  session.say(`${input}: ${countProblems(reported)}; nothing was started\n`);
  return { exitCode: exitCodes.findings };
}
