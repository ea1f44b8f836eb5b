import path from "node:path";
import { chooseContracts } from "../cli/contracts.js";
import { exitCodes } from "../cli/exit-codes.js";
import { recallRun, type RunKey } from "../cli/run-memory.js";
import type { GenerateResult } from "../cli/run/generate-contracts.js";
import { sayUnchanged } from "../cli/run/generate.js";
import type { Session } from "../cli/session.js";

/**
 * What the last run of `generate` left, where nothing has changed since; nothing is compiled then, and the session is told
 * the files to watch all the same. Absent where there is something to do.
 */
export async function recallContracts(key: RunKey, session: Session): Promise<GenerateResult | undefined> {
  const { isComplete, contracts } = recallRun(key);
  if (!isComplete) return undefined;
  const chosen = await chooseContracts(key.argument, {}, session);
  if (!chosen) return undefined;
  for (const contract of contracts) {
    const { out, scaffold } = chosen.contracts.find(({ name = "" }) => name === contract.name)!;
    const written = [out, ...(scaffold === undefined ? [] : [scaffold])].map((folder) => path.resolve(folder) + path.sep);
    for (const file of Object.keys(contract.files))
      if (!written.some((folder) => file.startsWith(folder))) session.onFile(file, contract.name);
    sayUnchanged(contract, session);
  }
  return { exitCode: exitCodes.ok, contracts };
}
