import { chooseContracts } from "../contracts.js";
import { exitCodes, worseOf, type ExitCode } from "../exit-codes.js";
import { hashFiles, rememberRun, type RememberedContract, type RunKey } from "../run-memory.js";
import type { Session } from "../session.js";
import { generateContract } from "./generate-contract.js";
import { sayUnchanged, type GenerateFlags } from "./generate.js";

export interface GenerateRequest {
  readonly argument: string | undefined;
  readonly flags: GenerateFlags;
  readonly key: RunKey;
  /** Contracts for which there is nothing to do. */
  readonly unchanged: readonly RememberedContract[];
}

export interface GenerateResult {
  readonly exitCode: ExitCode;
  /** The contracts that succeeded, those for which there was nothing to do included. */
  readonly contracts: readonly RememberedContract[];
}

/** Compiles the contracts of a run and remembers those that succeeded. */
export async function generateContracts(request: GenerateRequest, session: Session): Promise<GenerateResult> {
  const { argument, flags, key, unchanged } = request;
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return { exitCode: exitCodes.usage, contracts: [] };
  // Before the work: what is changed meanwhile is new to the next run.
  const config = hashFiles([...chosen.configFiles, ...chosen.contracts.flatMap(({ baseline }) => baseline ?? [])]);
  const contracts: RememberedContract[] = [];
  let exitCode: ExitCode = exitCodes.ok;
  let isEachLinted = true;
  for (const contract of chosen.contracts) {
    const earlier = unchanged.find(({ name }) => name === (contract.name ?? ""));
    if (earlier) {
      sayUnchanged(earlier, session);
      contracts.push(earlier);
      isEachLinted = false;
      continue;
    }
    const outcome = await generateContract(contract, chosen.optionsOf(contract), flags.check, session);
    exitCode = worseOf(exitCode, outcome.exitCode);
    if (exitCode === exitCodes.interrupted) return { exitCode, contracts };
    if (outcome.remembered) contracts.push(outcome.remembered);
    if (!outcome.isLinted) isEachLinted = false;
  }
  if (isEachLinted) session.report(chosen.unusedSuppressions());
  if (flags.cache && !flags.check) rememberRun(key, config, chosen.contracts.length, contracts);
  return { exitCode, contracts };
}
