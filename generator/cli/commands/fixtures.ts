import path from "node:path";
import { InvalidArgumentError } from "commander";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { suggest } from "../../diagnostics/suggest.js";
import type { CliContext } from "../cli-context.js";
import type { ContractFlags } from "../contracts.js";
import { count } from "../count.js";
import { exitCodes, type ExitCode, UsageError } from "../exit-codes.js";
import { addValueOptions } from "../options.js";
import type { Session } from "../session.js";

const examples = `
Writes one file for each action and operation, <type>/<action>.yaml: a valid exchange, and for each rule of the schema a
request that breaks it. Existing files are left untouched.

Examples:
  openapi-actions fixtures init
  openapi-actions fixtures init postgres auth.create_user --out test/fixtures`;

/** `openapi-actions fixtures init [names…]`. */
export function declareFixtures({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("fixtures")
      .description("generate fixtures")
      .command("init")
      .description("write valid and invalid examples of each action, for validate")
      .argument("[names...]", "service types, <type>.<action>, operation ids (default: all)")
      .option("--contract <contract>", "OpenAPI document, or a name in the config (default: the config's, or spec/openapi.yaml)")
      .option("--out <folder>", "output folder", "fixtures")
      .option("--seed <number>", "chooses which fields are invalidated", parseSeed, 1),
  )
    .addHelpText("after", examples)
    .action((names, flags) => inSession(flags, (session) => runFixturesInit(names, flags, session)));
}

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Expected a whole number, 0 or above.");
  return Number(text);
}

interface FixturesInitFlags extends Omit<ContractFlags, "out"> {
  readonly contract?: string;
  readonly out: string;
  readonly seed: number;
}

async function runFixturesInit(
  names: readonly string[],
  { out, ...flags }: FixturesInitFlags,
  session: Session,
): Promise<ExitCode> {
  const { chooseExchangeContract } = await import("../exchange-contract.js");
  const chosen = await chooseExchangeContract(flags.contract, flags, session);
  if ("exitCode" in chosen) return chosen.exitCode;
  const { contract } = chosen;
  const { report } = await import("../../tools/exchanges/diagnostics.js");
  const { plannableNames, planFixtures } = await import("../../tools/exchanges/fixtures/sampling/plan-fixtures.js");
  const { printFixtures } = await import("../../tools/exchanges/fixtures/sampling/plan-fixtures.js");
  const { writeNewFile } = await import("../../write/write-new-file.js");
  checkNames(names, plannableNames(contract));
  session.onStage("plan");
  const problems: Diagnostic[] = [];
  const counts = { written: 0, unchanged: 0, exchanges: 0 };
  for (const file of planFixtures(contract, { seed: flags.seed, only: names })) {
    for (const missing of file.missing) report(problems, "fixture-unmade", { path: file.path, missing });
    if (file.exchanges.length === 0) continue;
    const shown = path.posix.join(out.split(path.sep).join("/"), file.path);
    const outcome = writeNewFile(path.resolve(out, file.path), printFixtures(file));
    if (outcome === "exists") counts.unchanged++;
    else if (outcome === "written") {
      counts.written++;
      counts.exchanges += file.exchanges.length;
    } else report(problems, "fixture-unwritable", { path: shown, reason: outcome.reason });
  }
  session.report(problems);
  const unchanged = counts.unchanged > 0 ? `; ${count(counts.unchanged, "file")} unchanged` : "";
  session.say(`${out}: ${count(counts.written, "file")} written, ${count(counts.exchanges, "exchange")}${unchanged}\n`);
  return hasErrors(problems) ? exitCodes.findings : exitCodes.ok;
}

function checkNames(names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = suggest(name, known);
    throw new UsageError(
      `unknown service type, action or operation '${name}'${near === undefined ? "" : `\n(Did you mean ${near}?)`}`,
    );
  }
}
