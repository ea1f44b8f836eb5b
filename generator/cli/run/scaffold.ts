import type { ContractSettings } from "../config/contract-settings.js";
import { hasErrors } from "../../diagnostics/diagnostic.js";
import type { Contract } from "../../model/contract.js";
import { count } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";

/** What became of the handler files. */
export interface ScaffoldOutcome {
  readonly exitCode: ExitCode;
  readonly warnings: number;
  /** Every handler file that was looked at, written or looked for. */
  readonly files: readonly string[];
}

/** Adds the handlers that are missing to the handler files of a contract that has some, or only says which. */
export async function runScaffold(
  contract: Contract,
  { scaffold: folder, out }: ContractSettings,
  isCheck: boolean,
  session: Session,
): Promise<ScaffoldOutcome> {
  if (folder === undefined) return { exitCode: exitCodes.ok, warnings: 0, files: [] };
  const { checkScaffold, planScaffold, readScaffoldFile, writeScaffold } = await import("../../typescript/scaffold/index.js");
  const files = new Set<string>();
  const readFile = (file: string) => {
    files.add(file);
    return readScaffoldFile(file);
  };
  const request = { contract, folder, outFolder: out, readFile };
  if (isCheck) {
    const { diagnostics, missing, missingFiles } = checkScaffold(request);
    session.report(diagnostics);
    const isComplete = missing.length + missingFiles.length === 0;
    const findings = hasErrors(diagnostics) ? exitCodes.findings : exitCodes.ok;
    return { exitCode: isComplete ? findings : exitCodes.drift, warnings: diagnostics.length, files: [...files] };
  }
  const plan = planScaffold(request);
  const { created, updated, diagnostics } = writeScaffold(plan);
  const all = [...plan.diagnostics, ...diagnostics];
  session.report(all);
  const changes = [
    created.length > 0 && `${count(created.length, "file")} created`,
    updated.length > 0 && `${count(updated.length, "file")} updated`,
  ];
  session.say(`${folder}: ${changes.filter((change) => change !== false).join(", ") || "nothing to add"}\n`);
  return { exitCode: hasErrors(all) ? exitCodes.findings : exitCodes.ok, warnings: all.length, files: [...files] };
}
