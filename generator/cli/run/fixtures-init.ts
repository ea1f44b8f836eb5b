import path from "node:path";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "../../tools/exchanges/diagnostics.js";
import { suggest } from "../../diagnostics/suggest.js";
import { planFixtures, plannableNames, printFixtures } from "../../tools/exchanges/fixtures/sampling/plan-fixtures.js";
import { writeNewFile } from "../../write/write-new-file.js";
import type { ContractFlags } from "../contracts.js";
import { count } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";
import { UsageError } from "../usage-error.js";
import { chooseExchangeContract } from "./exchange-contract.js";

export interface FixturesInitFlags extends Omit<ContractFlags, "out"> {
  readonly contract?: string;
  readonly out: string;
  readonly seed: number;
}

/** `openapi-actions fixtures init [names…]`. */
export async function runFixturesInit(
  names: readonly string[],
  { out, ...flags }: FixturesInitFlags,
  session: Session,
): Promise<ExitCode> {
  const chosen = await chooseExchangeContract(flags.contract, flags, session);
  if ("exitCode" in chosen) return chosen.exitCode;
  const { contract } = chosen;
  checkNames(names, plannableNames(contract));
  session.onStage("plan");
  const problems: Diagnostic[] = [];
  const counts = { written: 0, kept: 0, exchanges: 0 };
  for (const file of planFixtures(contract, { seed: flags.seed, only: names })) {
    for (const missing of file.missing) report(problems, "fixture-unmade", { path: file.path, missing });
    if (file.exchanges.length === 0) continue;
    const shown = path.posix.join(out.split(path.sep).join("/"), file.path);
    const outcome = writeNewFile(path.resolve(out, file.path), printFixtures(file));
    if (outcome === "exists") counts.kept++;
    else if (outcome === "written") {
      counts.written++;
      counts.exchanges += file.exchanges.length;
    } else report(problems, "fixture-unwritable", { path: shown, reason: outcome.reason });
  }
  session.report(problems);
  const kept = counts.kept > 0 ? `; ${count(counts.kept, "file")} kept` : "";
  session.say(`${out}: ${count(counts.written, "file")} written, ${count(counts.exchanges, "exchange")}${kept}\n`);
  return hasErrors(problems) ? exitCodes.findings : exitCodes.ok;
}

function checkNames(names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = suggest(name, known);
    throw new UsageError(`the contract has nothing called '${name}'${near === undefined ? "" : `\n(Did you mean ${near}?)`}`);
  }
}
