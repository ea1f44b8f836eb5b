import { realpathSync } from "node:fs";
import { type Diagnostic, hasErrors } from "../../../diagnostics/diagnostic.js";
import { report } from "../../../tools/exchanges/diagnostics.js";
import { suggest } from "../../../diagnostics/suggest.js";
import {
  coverageData,
  coveragePercent,
  describeTotals,
  percentText,
  printCoverage,
  coverageTotals,
} from "../../../tools/exchanges/coverage.js";
import type { ExchangeContract } from "../../../tools/exchanges/exchange-contract.js";
import { type Progress, validateFiles, type Validation } from "../../../tools/exchanges/validate-files.js";
import type { ContractFlags } from "../../contracts.js";
import { count, countProblems } from "../../count.js";
import { type ExitCode, exitCodes, UsageError } from "../../exit-codes.js";
import type { Session } from "../../session.js";
import { chooseExchangeContract } from "../../exchange-contract.js";

export interface ValidateFlags extends ContractFlags {
  readonly contract?: string;
  readonly baseUrl?: readonly string[];
  readonly serviceType?: readonly string[];
  readonly capabilities?: readonly string[];
  readonly url?: readonly string[];
  readonly tokenEnv?: string;
  readonly coverage: boolean;
  readonly minCoverage?: number;
}

/** `openapi-actions validate <files…>`. */
export async function runValidate(files: readonly string[], flags: ValidateFlags, session: Session): Promise<ExitCode> {
  const { capabilities = [], url = [] } = flags;
  if (files.length + capabilities.length + url.length === 0) {
    throw new UsageError("nothing to validate; specify files, --capabilities or --url. See openapi-actions validate --help.");
  }
  const chosen = await chooseExchangeContract(flags.contract, flags, session);
  if ("exitCode" in chosen) return chosen.exitCode;
  const { contract } = chosen;
  const problems: Diagnostic[] = [];
  if (files.length > 0) problems.push(...(await runFiles(contract, files, flags, session)));
  if (capabilities.length + url.length > 0) {
    const { runCapabilities } = await import("./capabilities.js");
    problems.push(...(await runCapabilities(contract, flags, session)));
  }
  return hasErrors(problems) ? exitCodes.findings : exitCodes.ok;
}

async function runFiles(
  contract: ExchangeContract,
  files: readonly string[],
  flags: ValidateFlags,
  session: Session,
): Promise<readonly Diagnostic[]> {
  session.onStage("validate");
  const validation = await validateFiles(contract, files, {
    workingFolder: realpathSync(process.cwd()),
    baseUrls: flags.baseUrl ?? [],
    serviceTypes: readServiceTypes(flags.serviceType ?? [], contract),
    onProgress: (progress) => session.terminal.status(describeProgress(progress)),
  });
  session.terminal.status("");
  const rows = validation.coverage.rows();
  const diagnostics = [...validation.diagnostics, ...checkCoverage(validation, flags.minCoverage)];
  session.report(diagnostics);
  session.attach("coverage", coverageData(rows));
  if (flags.coverage) session.print(printCoverage(rows));
  session.say(`${describe(validation)}: ${countProblems(diagnostics)}; ${describeTotals(rows)}\n`);
  return diagnostics;
}

function checkCoverage({ coverage }: Validation, minimum: number | undefined): Diagnostic[] {
  const rows = coverage.rows();
  const percent = coveragePercent(rows);
  const problems: Diagnostic[] = [];
  if (minimum === undefined || percent >= minimum) return problems;
  const { covered, total } = coverageTotals(rows);
  report(problems, "coverage-low", { percent: percentText(percent), minimum, missing: total - covered });
  return problems;
}

function describe({ exchanges, files, skipped }: Validation): string {
  const others = skipped > 0 ? `, ${count(skipped, "other entry", "other entries")} skipped` : "";
  return `${count(exchanges, "exchange")} in ${count(files, "file")}${others}`;
}

function describeProgress({ exchanges, files, allFiles }: Progress): string {
  return `${count(exchanges, "exchange")}, ${files} of ${count(allFiles, "file")} …`;
}

/** Parses `--service-type`: `postgres` for all services, `<id>=postgres` for one of them. */
export function readServiceTypes(texts: readonly string[], { actions }: ExchangeContract): Map<string, string> {
  const types = new Map<string, string>();
  for (const text of texts) {
    const at = text.lastIndexOf("=");
    const type = text.slice(at + 1);
    if (!actions.has(type)) {
      const near = suggest(type, actions.keys());
      const hint = near === undefined ? `Known types: ${[...actions.keys()].join(", ")}.` : `Did you mean ${near}?`;
      throw new UsageError(`unknown service type '${type}'\n(${hint})`);
    }
    types.set(at < 0 ? "*" : text.slice(0, at), type);
  }
  return types;
}
