import path from "node:path";
import { compile, type Compilation, type CompileOptions } from "../../compile.js";
import type { ContractSettings } from "../config/contract-settings.js";
import { version } from "../../version.js";
import type { OutputRequest } from "../../write/index.js";
import { count, countProblems } from "../count.js";
import { exitCodes, worseOf, type ExitCode } from "../exit-codes.js";
import { hashFiles, hashTexts, type RememberedContract } from "../run-memory.js";
import type { Session } from "../session.js";
import { checkFolder, countChanges, writeFolder } from "./output-folder.js";
import { runScaffold } from "./scaffold.js";

/** What became of one contract. */
export interface ContractOutcome {
  readonly exitCode: ExitCode;
  /** False where a contract can't even be read. */
  readonly isLinted: boolean;
  /** Absent where something failed or nothing was to be written. */
  readonly remembered?: RememberedContract;
}

/** Compiles one contract into its output folder, or compares, and adds the handlers that are missing. */
export async function generateContract(
  contract: ContractSettings,
  options: CompileOptions,
  isCheck: boolean,
  session: Session,
): Promise<ContractOutcome> {
  const { input, out: folder, baseline } = contract;
  if (baseline !== undefined) session.onFile(path.resolve(baseline), contract.name ?? "");
  const compilation = await compile(input, options);
  const { diagnostics, files, contractHash, loaded } = compilation;
  const isLinted = loaded !== undefined;
  session.report(diagnostics);
  if (!files || contractHash === undefined) {
    session.say(`${input}: ${countProblems(diagnostics)}; nothing was written\n`);
    return { exitCode: exitCodes.findings, isLinted };
  }
  const request = { folder, files, generator: `openapi-actions ${version}`, contractHash };
  if (isCheck) {
    const drift = await checkFolder(request, "generate", session);
    const scaffold = await runScaffold(compilation.contract!, contract, true, session);
    return { exitCode: worseOf(drift, scaffold.exitCode), isLinted };
  }
  const { exitCode, result } = await writeFolder(request, session);
  if (!result) return { exitCode, isLinted };
  session.say(summary(compilation));
  session.say(`${folder}: ${countChanges(result)}\n`);
  const scaffold = await runScaffold(compilation.contract!, contract, false, session);
  if (scaffold.exitCode !== exitCodes.ok) return { exitCode: scaffold.exitCode, isLinted };
  const warnings = diagnostics.length + result.diagnostics.length + scaffold.warnings;
  return { exitCode, isLinted, remembered: remember(contract, compilation, request, warnings, scaffold.files) };
}

function remember(
  { name = "", out }: ContractSettings,
  { loaded }: Compilation,
  { folder, files }: OutputRequest,
  warnings: number,
  handlerFiles: readonly string[],
): RememberedContract {
  const sources = loaded!.files.map(({ absolutePath, text }) => ({ path: absolutePath, text }));
  const outputs = files.map((file) => ({ path: path.join(folder, file.path), text: file.text }));
  const hashes = {
    ...hashTexts([...sources, ...outputs]),
    ...hashFiles([path.join(folder, "manifest.json"), ...handlerFiles]),
  };
  return { name, out, outputs: files.length + 1, warnings, files: hashes };
}

function summary({ contract, diagnostics }: Compilation): string {
  const actions = contract!.serviceTypes.reduce((sum, type) => sum + type.actions.length, 0);
  const parts = [count(contract!.operations.length, "operation")];
  if (actions > 0) parts.push(`${count(actions, "action")} of ${count(contract!.serviceTypes.length, "service type")}`);
  return `${contract!.title} ${contract!.version}: ${parts.join(", ")}; ${countProblems(diagnostics)}\n`;
}
