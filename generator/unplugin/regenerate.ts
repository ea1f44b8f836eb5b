import { configFile } from "../cli/config-file.js";
import { exitCodes } from "../cli/exit-codes.js";
import { hashFile } from "../cli/hash-file.js";
import type { RememberedContract, RunKey } from "../cli/run-memory.js";
import { configOwner, contentsOf, createReading, settle, type WatchedFiles } from "../cli/watch/watched-files.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { PluginOptions } from "./options.js";
import type { Session } from "../cli/session.js";
import { silentSession } from "./silent-session.js";

/** How things stand with the output. */
export interface Outcome {
  /** True if the output is what the contracts say. */
  readonly isRight: boolean;
  /** False if nothing had changed: the problems are those of before. */
  readonly isNew: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** What was done, in lines. */
  readonly lines: readonly string[];
  /** Files to watch: those of the contracts and of the config, absolute. */
  readonly files: readonly string[];
}

/**
 * Returns what brings the output up to date: the first time as `generate` does it, after that for contracts of which a file
 * has changed. Calls wait for each other. Rejects where there is no such contract or config.
 */
export function createRegenerator({ contract: argument, config }: PluginOptions): () => Promise<Outcome> {
  let watched: WatchedFiles = new Map();
  let done: readonly RememberedContract[] = [];
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
    const { recallContracts } = await import("./recall-contracts.js");
    const recalled = last ? undefined : await recallContracts(key, session);
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

async function generate(key: RunKey, unchanged: readonly RememberedContract[], session: Session) {
  const { generateContracts } = await import("../cli/run/generate-contracts.js");
  const flags = { check: false, cache: true, watch: false };
  return generateContracts({ argument: key.argument, flags, key, unchanged }, session);
}
