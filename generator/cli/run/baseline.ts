import { realpathSync } from "node:fs";
import path from "node:path";
import { isAdjustable } from "../config/adjustable.js";
import { baselineEntries, onlyContract, printBaseline, readBaseline, type Baseline } from "../config/baseline.js";
import type { ContractSettings } from "../config/contract-settings.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { count } from "../count.js";
import type { Session } from "../session.js";
import { UsageError } from "../usage-error.js";
import { writeOrRefuse } from "../write-whole.js";

/**
 * `lint --write-baseline`: keeps the problems of a contract in its baseline, beside those of other contracts. Returns
 * the ones that no baseline can hold, because they guard the output.
 */
export function updateBaseline(
  contract: ContractSettings,
  found: readonly Diagnostic[],
  session: Session,
): readonly Diagnostic[] {
  if (contract.baseline === undefined) {
    throw new UsageError("--write-baseline needs a file: --baseline <file>, or baseline in the config.");
  }
  const file = path.resolve(contract.baseline);
  const old = found.filter(isAdjustable);
  const entries = baselineEntries(old, path.dirname(file), realpathSync(process.cwd()));
  const text = printBaseline({ ...readOthers(file), [contract.name ?? onlyContract]: entries });
  writeOrRefuse(file, text, `the baseline ${contract.baseline}`);
  session.say(`${contract.baseline}: ${count(entries.length, "problem")} kept\n`);
  return found.filter((diagnostic) => !isAdjustable(diagnostic));
}

/** What is in the file now. One that can't be read, for example after a merge, is written anew. */
function readOthers(file: string): Baseline {
  try {
    return readBaseline(file);
  } catch {
    return {};
  }
}
