import path from "node:path";
import { type Compilation, compile, type CompileOptions } from "../../../compile.js";
import { hasErrors } from "../../../diagnostics/diagnostic.js";
import { createMemo, type RecordingMemo } from "../../../memo.js";
import type { Contract } from "../../../model/contract.js";
import { version } from "../../../package.js";
import { bytesOf } from "../../../typescript/output-file.js";
import type { OutputRequest } from "../../../write/write-output.js";
import type { ContractSettings } from "../../config/settings.js";
import { chooseContracts, type ContractFlags } from "../../contracts.js";
import { contractTitle } from "../../contract-title.js";
import { count, countProblems } from "../../count.js";
import { type ExitCode, exitCodes, worseOf } from "../../exit-codes.js";
import { readMemo, writeMemo } from "../../memo-file.js";
import {
  cacheFile,
  describeUnchanged,
  hashFiles,
  hashContents,
  type CachedContract,
  writeRunCache,
  type RunKey,
} from "../../run-cache.js";
import type { Session } from "../../session.js";
import { checkFolder, countChanges, writeFolder } from "../../output-folder.js";

/** The values of flags. */
export interface GenerateFlags extends ContractFlags {
  readonly check: boolean;
  readonly cache: boolean;
  readonly watch: boolean;
  readonly force?: boolean;
}

export interface GenerateRequest {
  readonly argument: string | undefined;
  readonly flags: GenerateFlags;
  readonly key: RunKey;
  /** Contracts that are up to date. */
  readonly unchanged: readonly CachedContract[];
  /** The memos of contracts in this process, by name; without an entry those of earlier runs are used. */
  readonly memos?: Map<string, RecordingMemo>;
  /**
   * Receives work that only later processes need, to be done after the report; without it, the work is done
   * immediately.
   */
  readonly later?: (work: () => void) => void;
  /**
   * Called before a contract is reported and written; returns false if a file has changed since it was read, which ends
   * the run.
   */
  readonly isCurrent?: () => Promise<boolean>;
}

export interface GenerateResult {
  readonly exitCode: ExitCode;
  /** The contracts that succeeded, including those that were up to date. */
  readonly contracts: readonly CachedContract[];
}

/** Compiles the contracts of a run and remembers those that succeeded. */
export async function generateContracts(request: GenerateRequest, session: Session): Promise<GenerateResult> {
  const { argument, flags, key, unchanged, later = (work) => work() } = request;
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return { exitCode: exitCodes.usage, contracts: [] };
  // Before the work, so that the next run notices changes during this one.
  const config = hashFiles([...chosen.configFiles, ...chosen.contracts.flatMap(({ baseline }) => baseline ?? [])]);
  const contracts: CachedContract[] = [];
  let exitCode: ExitCode = exitCodes.ok;
  let isEachLinted = true;
  for (const contract of chosen.contracts) {
    const earlier = unchanged.find(({ name }) => name === (contract.name ?? ""));
    if (earlier) {
      session.say(describeUnchanged(earlier));
      contracts.push(earlier);
      isEachLinted = false;
      continue;
    }
    const memo = flags.cache ? openMemo(request, contract.name) : undefined;
    const outcome = await generateContract(contract, { ...chosen.optionsOf(contract), ...(memo && { memo }) }, request, session);
    if (memo && outcome.remembered) keepMemo(request, contract.name, memo, later);
    exitCode = worseOf(exitCode, outcome.exitCode);
    if (exitCode === exitCodes.interrupted) return { exitCode, contracts };
    if (outcome.remembered) contracts.push(outcome.remembered);
    if (!outcome.isLinted) isEachLinted = false;
  }
  if (isEachLinted) session.report(chosen.unusedSuppressions());
  if (flags.cache && !flags.check) later(() => writeRunCache(key, config, chosen.contracts.length, contracts));
  return { exitCode, contracts };
}

/** The memo of a contract from earlier runs. */
function openMemo({ key, memos }: GenerateRequest, name = ""): RecordingMemo {
  const file = cacheFile(key, name);
  return memos?.get(name) ?? (file === undefined ? createMemo() : readMemo(file));
}

function keepMemo(
  { key, memos }: GenerateRequest,
  name = "",
  memo: RecordingMemo,
  later: NonNullable<GenerateRequest["later"]>,
): void {
  const file = cacheFile(key, name);
  if (file !== undefined) later(() => writeMemo(file, memo));
  memos?.set(name, createMemo(memo.used));
}

/** The outcome for one contract. */
interface ContractOutcome {
  readonly exitCode: ExitCode;
  /** False if the contract can't even be read. */
  readonly isLinted: boolean;
  /** Absent after a failure, or if nothing was to be written. */
  readonly remembered?: CachedContract;
}

/** Compiles one contract into its output folder, or compares, and adds missing handlers. */
async function generateContract(
  contract: ContractSettings,
  options: CompileOptions,
  { flags: { check: isCheck, force = false }, isCurrent }: GenerateRequest,
  session: Session,
): Promise<ContractOutcome> {
  const { input, out: folder, baseline } = contract;
  if (baseline !== undefined) session.onFile(path.resolve(baseline), contract.name ?? "");
  // A verbose run describes bindings with their locations.
  const compilation = await compile(input, options);
  const { diagnostics, files, contractHash, loaded } = compilation;
  const isLinted = loaded !== undefined;
  if (isCurrent && !(await isCurrent())) return { exitCode: exitCodes.findings, isLinted };
  session.report(diagnostics);
  if (session.isVerbose && loaded) {
    const { describeBindings } = await import("../../../lint/describe-bindings.js");
    session.say(describeBindings(loaded));
  }
  if (!files || contractHash === undefined) {
    session.say(`${input}: ${countProblems(diagnostics)}; nothing was written\n`);
    return { exitCode: exitCodes.findings, isLinted };
  }
  const request = { folder, files, generator: `openapi-actions ${version}`, contractHash, force };
  if (isCheck) {
    const drift = await checkFolder(request, "generate", session);
    const scaffold = await runScaffold(compilation.contract!, contract, true, session);
    return { exitCode: worseOf(drift, scaffold.exitCode), isLinted };
  }
  if (await isScaffoldMisplaced(contract, session)) {
    session.say(`${folder}: nothing was written\n`);
    return { exitCode: exitCodes.findings, isLinted };
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
): CachedContract {
  const sources = loaded!.files.map(({ absolutePath, text }) => ({ path: absolutePath, bytes: Buffer.from(text) }));
  const outputs = files.map((file) => ({ path: path.join(folder, file.path), bytes: bytesOf(file) }));
  const hashes = {
    ...hashContents([...sources, ...outputs]),
    ...hashFiles([path.join(folder, "manifest.json"), ...handlerFiles]),
  };
  return { name, out, outputs: files.length + 1, warnings, files: hashes };
}

function summary({ contract, diagnostics }: Compilation): string {
  const actions = contract!.serviceTypes.reduce((sum, type) => sum + type.actions.length, 0);
  const parts = [count(contract!.operations.length, "operation")];
  if (actions > 0) parts.push(`${count(actions, "action")} of ${count(contract!.serviceTypes.length, "service type")}`);
  return `${contractTitle(contract!)}: ${parts.join(", ")}; ${countProblems(diagnostics)}\n`;
}

/** The outcome for the handler files. */
interface ScaffoldOutcome {
  readonly exitCode: ExitCode;
  readonly warnings: number;
  /** Every handler file that was read, written or searched for. */
  readonly files: readonly string[];
}

/** Reports handlers inside the output folder, before anything is written there. */
async function isScaffoldMisplaced({ scaffold, out }: ContractSettings, session: Session): Promise<boolean> {
  if (scaffold === undefined) return false;
  const { checkScaffoldFolder } = await import("../../../typescript/scaffold/index.js");
  const diagnostics = checkScaffoldFolder(scaffold, out);
  session.report(diagnostics);
  return hasErrors(diagnostics);
}

/** Adds missing handlers to a contract's handler files, or only reports them. */
async function runScaffold(
  contract: Contract,
  { scaffold: folder, out, importExtension, handlerComments }: ContractSettings,
  isCheck: boolean,
  session: Session,
): Promise<ScaffoldOutcome> {
  if (folder === undefined) return { exitCode: exitCodes.ok, warnings: 0, files: [] };
  const { checkScaffold, planScaffold, readScaffoldFile, writeScaffold } = await import("../../../typescript/scaffold/index.js");
  const files = new Set<string>();
  const readFile = (file: string) => {
    files.add(file);
    return readScaffoldFile(file);
  };
  const request = { contract, folder, outFolder: out, readFile, importExtension, handlerComments };
  if (isCheck) {
    const { diagnostics, missing, missingFiles } = checkScaffold(request);
    session.report(diagnostics);
    const isComplete = missing.length + missingFiles.length === 0;
    if (!isComplete) session.say(`${folder}: handlers are missing; run openapi-actions generate\n`);
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
