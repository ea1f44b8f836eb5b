import path from "node:path";
import type { GenerateResult } from "../cli/commands/generate/generate-contracts.js";
import { configFile } from "../cli/config/find-config.js";
import { exitCodes } from "../cli/exit-codes.js";
import { silentSession, type Session } from "../cli/session.js";
import { configOwner, contentsOf, createReading, settle, type WatchedFiles } from "../cli/commands/generate/watched-files.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { describeUnchanged, hashFile, readRunCache, type CachedContract, type RunKey } from "../cli/run-cache.js";

/** The options of the plugin; by default all contracts of the nearest config. */
export interface PluginOptions {
  /** An OpenAPI document, or the name of a contract in the config. */
  readonly contract?: string;
  /** The config, instead of the nearest one. */
  readonly config?: string;
}

/** The state of the output. */
export interface Outcome {
  /** True if the output matches the contracts. */
  readonly isRight: boolean;
  /** False if nothing has changed: the problems are the previous ones. */
  readonly isNew: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** A summary of the run, in lines. */
  readonly lines: readonly string[];
  /** The files to watch: those of the contracts and of the config, absolute. */
  readonly files: readonly string[];
}

/**
 * Returns a function that updates the output: at first as `generate` does, later for contracts with a changed file. Calls are
 * queued. Rejects if the contract or the config doesn't exist.
 */
export function createRegenerator({ contract: argument, config }: PluginOptions): () => Promise<Outcome> {
  let watched: WatchedFiles = new Map();
  let done: readonly CachedContract[] = [];
  let last: Outcome | undefined;

  const regenerate = async (): Promise<Outcome> => {
    const changed = [...contentsOf(watched)].flatMap(([file, hash]) => (hashFile(file) === hash ? [] : [file]));
    if (last && changed.length === 0) return { ...last, isNew: false };
    const reading = createReading();
    const diagnostics: Diagnostic[] = [];
    const lines: string[] = [];
    const session = silentSession(config, {
      report: (found) => void diagnostics.push(...found),
      say: (text) => void lines.push(text.trimEnd()),
      onFile: (file, owner = configOwner) => reading.note(file, owner),
    });
    const key: RunKey = { argument, flags: {}, config: configFile(config) };
    const unchanged = done.filter(({ name }) => !changed.some((file) => isFileOf(name, file) || isFileOf(configOwner, file)));
    const recalled = last ? undefined : await readCachedContracts(key, session);
    const { exitCode, contracts } = recalled ?? (await generate(key, unchanged, session));
    if (exitCode === exitCodes.interrupted) throw new Error("interrupted; nothing was written");
    done = contracts;
    const succeeded = new Set(contracts.map(({ name }) => name));
    if (exitCode !== exitCodes.usage) succeeded.add(configOwner);
    watched = settle(watched, reading.files, { succeeded, leftOut: new Set(unchanged.map(({ name }) => name)) });
    last = { isRight: exitCode === exitCodes.ok, isNew: true, diagnostics, lines, files: [...contentsOf(watched).keys()] };
    return last;
  };
  const isFileOf = (owner: string, file: string) => watched.get(owner)?.has(file) ?? false;

  let queue: Promise<unknown> = Promise.resolve();
  return () => {
    const turn = queue.then(regenerate, regenerate);
    queue = turn;
    return turn;
  };
}

async function generate(key: RunKey, unchanged: readonly CachedContract[], session: Session) {
  const { generateContracts } = await import("../cli/commands/generate/generate-contracts.js");
  const flags = { check: false, cache: true, watch: false };
  return generateContracts({ argument: key.argument, flags, key, unchanged }, session);
}

/**
 * Returns the result of the last run of `generate` without compiling, or `undefined` if something has changed since. The
 * session receives the files to watch either way.
 */
async function readCachedContracts(key: RunKey, session: Session): Promise<GenerateResult | undefined> {
  const { isComplete, contracts } = readRunCache(key);
  if (!isComplete) return undefined;
  const { chooseContracts } = await import("../cli/contracts.js");
  const chosen = await chooseContracts(key.argument, {}, session);
  if (!chosen) return undefined;
  for (const contract of contracts) {
    const { out, scaffold } = chosen.contracts.find(({ name = "" }) => name === contract.name)!;
    const written = [out, ...(scaffold === undefined ? [] : [scaffold])].map((folder) => path.resolve(folder) + path.sep);
    for (const file of Object.keys(contract.files))
      if (!written.some((folder) => file.startsWith(folder))) session.onFile(file, contract.name);
    session.say(describeUnchanged(contract));
  }
  return { exitCode: exitCodes.ok, contracts };
}
