import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readKept, writeKept } from "../kept-file.js";
import { buildHash, version } from "../package.js";
import { cacheFolder } from "./cache-folder.js";
import { count } from "./count.js";

/** The inputs that identify a run of `generate` before anything is read. */
export interface RunKey {
  readonly argument: string | undefined;
  readonly flags: object;
  /** The path of the config, if there is one. */
  readonly config: string | undefined;
}

/** The hash of each file by its absolute path; `null` for a missing file. */
export type Hashes = Readonly<Record<string, string | null>>;

/** One contract of a run that succeeded. */
export interface CachedContract {
  /** Its name in the config, or an empty text. */
  readonly name: string;
  readonly out: string;
  /** The number of files in the output. */
  readonly outputs: number;
  readonly warnings: number;
  /** Every file that was read or written for it. */
  readonly files: Hashes;
}

/** The part of the last run that still applies. */
export interface CachedRun {
  /** True if nothing has changed and every contract succeeded. */
  readonly isComplete: boolean;
  /** The unchanged contracts. */
  readonly contracts: readonly CachedContract[];
}

interface StoredRun {
  /** The version and the build. */
  readonly maker: string;
  readonly key: RunKey;
  /** The files of the config, and others that affect all contracts. */
  readonly config: Hashes;
  /** The number of contracts of the run; those that failed are not stored. */
  readonly contractCount: number;
  readonly contracts: readonly CachedContract[];
}

/**
 * Returns the contracts for which the last run had the same config, sources and version, and whose output is unchanged. Loads
 * nothing heavy. In case of doubt, such as an unreadable cache, a contract counts as changed.
 */
export function readRunCache(key: RunKey): CachedRun {
  const nothing: CachedRun = { isComplete: false, contracts: [] };
  const file = cacheFile(key);
  const text = file === undefined ? undefined : readKept(file)?.toString("utf8");
  if (text === undefined) return nothing;
  try {
    const run = JSON.parse(text) as StoredRun;
    if (run.maker !== maker() || JSON.stringify(run.key) !== JSON.stringify(key) || !isSame(run.config)) return nothing;
    const contracts = run.contracts.filter(({ files }) => isSame(files));
    return { isComplete: contracts.length === run.contractCount, contracts };
  } catch {
    return nothing;
  }
}

/** Stores a run. A failure is ignored: the next run then repeats the work. */
export function writeRunCache(key: RunKey, config: Hashes, contractCount: number, contracts: readonly CachedContract[]): void {
  const file = cacheFile(key);
  const run: StoredRun = { maker: maker(), key, config, contractCount, contracts };
  if (file !== undefined) writeKept(file, JSON.stringify(run));
}

function maker(): string {
  return `${version} ${buildHash()}`;
}

/** Returns the current hashes of files on disk. */
export function hashFiles(files: readonly string[]): Hashes {
  return Object.fromEntries(files.map((file) => [path.resolve(file), hashFile(file)]));
}

/** Returns the hashes of files as they were read or written, even if they have changed since. */
export function hashContents(files: readonly { readonly path: string; readonly bytes: Uint8Array }[]): Hashes {
  return Object.fromEntries(files.map(({ path: file, bytes }) => [path.resolve(file), hash(bytes)]));
}

function isSame(hashes: Hashes): boolean {
  return Object.entries(hashes).every(([file, hash]) => hashFile(file) === hash);
}

/** Returns the path of the cache of a run, or of the memo of the given contract. */
export function cacheFile(key: RunKey, contract?: string): string | undefined {
  const folder = cacheFolder();
  const name = hash(Buffer.from(JSON.stringify([process.cwd(), key, contract]))).slice(0, 16);
  return folder && path.join(folder, `${name}.${contract === undefined ? "json" : "memo"}`);
}

/** Reports that a contract is unchanged. */
export function describeUnchanged({ out, outputs, warnings }: CachedContract): string {
  const hint = warnings > 0 ? `; ${count(warnings, "warning")}, see openapi-actions doctor` : "";
  return `${out}: unchanged, ${count(outputs, "file")}${hint}\n`;
}

/** Returns the hash of a file's content without a byte order mark; `null` if it is not a regular file. */
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
function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
