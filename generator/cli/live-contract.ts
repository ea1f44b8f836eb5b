import type { CompileOptions } from "../compile.js";
import { hasErrors, type Diagnostic } from "../diagnostics/diagnostic.js";
import { loadContract, type LoadedContract } from "../document/load-contract.js";
import { lintContract } from "../lint/lint.js";
import { createLiveContract, type LiveContract } from "../live/live-contract.js";
import { createMemo, type Memo } from "../memo.js";
import type { ContractSettings } from "./config/settings.js";
import { chooseOneContract, type ContractFlags } from "./contracts.js";
import { countProblems } from "./count.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { readMemo, writeMemo } from "./memo-file.js";
import { cacheFile } from "./run-cache.js";
import type { Session } from "./session.js";

/** A contract to run. */
export interface RunContract {
  readonly contract: LiveContract;
  readonly input: string;
  readonly loaded: LoadedContract;
  readonly settings: ContractSettings;
}

/** A contract to run, or the exit code if there is none. */
export type ChosenLiveContract = RunContract | { readonly exitCode: ExitCode };

/**
 * Reads and checks the one contract of a command that runs it, without Redocly's rules of style. Only `lint` reports warnings. What an
 * earlier run has kept of unchanged texts is not computed again.
 */
export async function chooseLiveContract(
  argument: string | undefined,
  flags: ContractFlags,
  session: Session,
): Promise<ChosenLiveContract> {
  const chosen = await chooseOneContract(argument, flags, session);
  if (!chosen) return { exitCode: exitCodes.usage };
  const { input, options, settings } = chosen;
  session.onStage("load");
  const file = cacheFile({ argument: input, flags: { command: "mock" }, config: undefined }, "");
  const memo = file === undefined ? createMemo() : readMemo(file);
  const { contract, checkable, diagnostics } = loadContract(input, { ...options, memo });
  session.onStage("lint");
  const found = contract ? recallLint(contract, options, memo) : checkable ? lintContract(checkable, options) : [];
  const all = [...diagnostics, ...found];
  const reported = checkable ? (options.filter?.(all, checkable.files) ?? all) : all;
  if (contract && !hasErrors(reported)) {
    if (file !== undefined) writeMemo(file, memo);
    return { contract: createLiveContract(contract, options), input, loaded: contract, settings };
  }
  session.report(reported.filter(({ severity }) => severity === "error"));
  session.say(`${input}: ${countProblems(reported)}; nothing was started\n`);
  return { exitCode: exitCodes.findings };
}

/** The longest line that is kept with a finding: the only line of a minified document is all of it. */
const maxLine = 1_000;

function withoutLongLines(key: string, value: unknown): unknown {
  return key === "lineText" && String(value).length > maxLine ? undefined : value;
}

/** Lints a contract, unless nothing has changed since it had no error: all that a finding depends on is in the texts and these options. */
function recallLint(contract: LoadedContract, options: CompileOptions, memo: Memo): readonly Diagnostic[] {
  // A rule of a config is code, which may depend on anything.
  if (options.rules && options.rules.length > 0) return lintContract(contract, options);
  const { workingFolder, root, overlays, extensionPrefix, integers, untypedObjects, optionalRules } = options;
  const files = contract.files.map(({ path, absolutePath, text }) => [path, absolutePath, text]);
  const chosen = { workingFolder, root, overlays, extensionPrefix, integers, untypedObjects, optionalRules };
  let found: readonly Diagnostic[] | undefined;
  const kept = memo.recall(
    "lint",
    () => JSON.stringify([chosen, files]),
    () => {
      found = lintContract(contract, options);
      return hasErrors(found) ? undefined : JSON.stringify(found, withoutLongLines);
    },
  );
  return found ?? (JSON.parse(kept!) as Diagnostic[]);
}
