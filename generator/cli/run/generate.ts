import type { Overrides } from "../config/contract-settings.js";
import { configFile } from "../config-file.js";
import { count } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { recallRun, type RememberedContract, type RunKey } from "../run-memory.js";
import type { Session } from "../session.js";

export interface GenerateFlags extends Overrides {
  readonly check: boolean;
  readonly cache: boolean;
  readonly watch: boolean;
}

/** `openapi-actions generate [contract]`: each contract that changed since the last run. */
export async function runGenerate(argument: string | undefined, flags: GenerateFlags, session: Session): Promise<ExitCode> {
  const { out, scaffold, baseline, extensionPrefix, integers, maxWarnings } = flags;
  const overrides = { out, scaffold, baseline, extensionPrefix, integers, maxWarnings };
  const key: RunKey = { argument, flags: overrides, config: configFile(session.config) };
  if (flags.watch) {
    const { runWatch } = await import("../watch/watch.js");
    return runWatch({ argument, flags, key }, session);
  }
  const isRemembered = flags.cache && session.isForPeople;
  const { isComplete, contracts: unchanged } = isRemembered ? recallRun(key) : { isComplete: false, contracts: [] };
  if (isComplete) {
    for (const contract of unchanged) sayUnchanged(contract, session);
    return exitCodes.ok;
  }
  // Everything from here on loads what compiles; a run without changes never does.
  const { generateContracts } = await import("./generate-contracts.js");
  return (await generateContracts({ argument, flags, key, unchanged }, session)).exitCode;
}

/** Says that there was nothing to do for a contract. */
export function sayUnchanged({ out, outputs, warnings }: RememberedContract, session: Session): void {
  const hint = warnings > 0 ? `; ${count(warnings, "warning")}, see openapi-actions lint` : "";
  session.say(`${out}: unchanged, ${count(outputs, "file")}${hint}\n`);
}
