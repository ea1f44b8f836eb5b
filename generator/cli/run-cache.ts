import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { buildHash, version } from "../package.js";
import { cacheFolder } from "./cache-folder.js";
import { count } from "./count.js";
import { writeWhole } from "./write-whole.js";

/** What makes two runs of `generate` the same run, before anything is read. */
export interface RunKey {
  readonly argument: string | undefined;
  readonly flags: object;
  /** Path of the config, if there is one. */
  readonly config: string | undefined;
}

/** Hash of each file by its absolute path; `null`: it was not there. */
export type Hashes = Readonly<Record<string, string | null>>;

/** One contract of a run that succeeded. */
export interface CachedContract {
  /** Its name in the config, or an empty text. */
  readonly name: string;
  readonly out: string;
  /** How many files the output has. */
  readonly outputs: number;
  readonly warnings: number;
  /** Everything that was read or written for it. */
  readonly files: Hashes;
}

/** What is remembered of the last run, and still true. */
export interface CachedRun {
  /** True if nothing at all has changed and every contract succeeded. */
  readonly isComplete: boolean;
  /** The contracts for which nothing has changed. */
  readonly contracts: readonly CachedContract[];
}

interface StoredRun {
  /** Version and build. */
  readonly maker: string;
  readonly key: RunKey;
  /** The files that the config was read from, and others that decide about all contracts. */
  readonly config: Hashes;
  /** How many contracts the run was about; those that failed are not remembered. */
  readonly contractCount: number;
  readonly contracts: readonly CachedContract[];
}

/**
 * Finds out, without loading anything heavy, for which contracts the last run had the same config, sources and version
 * and left the same output. Any doubt, such as an unreadable memory, counts as changed.
 */
export function readRunCache(key: RunKey): CachedRun {
  const nothing: CachedRun = { isComplete: false, contracts: [] };
  const file = cacheFile(key);
  if (file === undefined) return nothing;
  try {
    const run = JSON.parse(readFileSync(file, "utf8")) as StoredRun;
    if (run.maker !== maker() || JSON.stringify(run.key) !== JSON.stringify(key) || !isSame(run.config)) return nothing;
    const contracts = run.contracts.filter(({ files }) => isSame(files));
    return { isComplete: contracts.length === run.contractCount, contracts };
  } catch {
    return nothing;
  }
}

/** Remembers a run. Failing to is no failure: the next run just does its work. */
export function writeRunCache(key: RunKey, config: Hashes, contractCount: number, contracts: readonly CachedContract[]): void {
  const file = cacheFile(key);
  if (file === undefined) return;
  try {
    const run: StoredRun = { maker: maker(), key, config, contractCount, contracts };
    writeWhole(file, JSON.stringify(run));
  } catch {
    // The memory only saves time.
  }
}

function maker(): string {
  return `${version} ${buildHash()}`;
}

/** The hashes of files as they are on disk now. */
export function hashFiles(files: readonly string[]): Hashes {
  return Object.fromEntries(files.map((file) => [path.resolve(file), hashFile(file)]));
}

/** The hashes of files as they were read or written, whatever became of them since. */
export function hashTexts(files: readonly { readonly path: string; readonly text: string }[]): Hashes {
  return Object.fromEntries(files.map(({ path: file, text }) => [path.resolve(file), hash(Buffer.from(text))]));
}

function isSame(hashes: Hashes): boolean {
  return Object.entries(hashes).every(([file, hash]) => hashFile(file) === hash);
}

/** Where to keep the memory of a run; `contract`: where to keep what was made for a contract of that name. */
export function cacheFile(key: RunKey, contract?: string): string | undefined {
  const folder = cacheFolder();
  const name = hash(Buffer.from(JSON.stringify([process.cwd(), key, contract]))).slice(0, 16);
  return folder && path.join(folder, `${name}.${contract === undefined ? "json" : "memo"}`);
}

/** Says that there was nothing to do for a contract. */
export function describeUnchanged({ out, outputs, warnings }: CachedContract): string {
  const hint = warnings > 0 ? `; ${count(warnings, "warning")}, see openapi-actions doctor` : "";
  return `${out}: unchanged, ${count(outputs, "file")}${hint}\n`;
}

/** The hash of a file's content; `null` where there is no regular file. A byte order mark doesn't count. */
export function hashFile(file: string): string | null {
  // Reading a pipe may never end.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  try {
    const bytes = readFileSync(file);
    return hash(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** SHA-256, in hex. */
function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
