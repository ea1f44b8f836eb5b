import { hasErrors } from "../../diagnostics/diagnostic.js";
import type { Contract } from "../../model/contract.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { count, reportDiagnostics } from "../report-diagnostics.js";
import type { Terminal } from "../terminal.js";
import type { GenerateFlags } from "./generate.js";

/** `generate --scaffold <dir>`: adds the handlers that are missing, or with `--check` only says which. */
export async function runScaffold(
  contract: Contract,
  folder: string,
  flags: GenerateFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { checkScaffold, planScaffold, readScaffoldFile, writeScaffold } = await import("../../typescript/scaffold/index.js");
  const request = { contract, folder, outFolder: flags.out, readFile: readScaffoldFile };
  if (flags.check) {
    const { diagnostics, missing, missingFiles } = checkScaffold(request);
    reportDiagnostics(diagnostics, flags.format, terminal);
    if (missing.length + missingFiles.length > 0) return exitCodes.drift;
    return hasErrors(diagnostics) ? exitCodes.findings : exitCodes.ok;
  }
  const plan = planScaffold(request);
  const { created, updated, diagnostics } = writeScaffold(plan);
  const all = [...plan.diagnostics, ...diagnostics];
  reportDiagnostics(all, flags.format, terminal);
  const changes = [
    created.length > 0 && `${count(created.length, "file")} created`,
    updated.length > 0 && `${count(updated.length, "file")} updated`,
  ];
  terminal.err(`${folder}: ${changes.filter((change) => change !== false).join(", ") || "nothing to add"}\n`);
  return hasErrors(all) ? exitCodes.findings : exitCodes.ok;
}
