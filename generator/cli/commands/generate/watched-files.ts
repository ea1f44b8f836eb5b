import { hashFile } from "../../run-cache.js";
import type { Contents } from "./next-change.js";

/** The files of each contract, by its name, and of the config, by `configOwner`, with their hashes when read. */
export type WatchedFiles = ReadonlyMap<string, Contents>;

/** The owner of files that affect all contracts. No contract has this name. */
export const configOwner = "(config)";

/** Collects the files that a cycle reads. */
export function createReading(): { files: Map<string, Map<string, string | null>>; note: (file: string, owner: string) => void } {
  const files = new Map<string, Map<string, string | null>>();
  return {
    files,
    note(file, owner) {
      const read = files.get(owner) ?? new Map<string, string | null>();
      files.set(owner, read);
      // Hashed before the file is read, so that a change right after it is noticed.
      if (!read.has(file)) read.set(file, hashFile(file));
    },
  };
}

/**
 * The files to watch after a cycle. An owner that failed may not have read all of its files, so the earlier ones stay,
 * as they are now. A skipped owner keeps its files unchanged; a removed one loses them if the config is valid.
 */
export function settle(
  before: WatchedFiles,
  read: WatchedFiles,
  { succeeded, leftOut }: { readonly succeeded: ReadonlySet<string>; readonly leftOut: ReadonlySet<string> },
): WatchedFiles {
  const settled = new Map<string, Contents>();
  for (const owner of new Set([...before.keys(), ...read.keys()])) {
    const [old, fresh] = [before.get(owner), read.get(owner)];
    if (old && leftOut.has(owner)) settled.set(owner, old);
    else if (fresh && succeeded.has(owner)) settled.set(owner, fresh);
    else if (fresh || !succeeded.has(configOwner)) {
      const now = [...(old?.keys() ?? [])].map((file): [string, string | null] => [file, hashFile(file)]);
      settled.set(owner, new Map([...now, ...(fresh ?? [])]));
    }
  }
  return settled;
}

/** All files with the content that they are compared with. */
export function contentsOf(watched: WatchedFiles): Contents {
  const contents = new Map<string, string | null>();
  for (const files of watched.values()) {
    for (const [file, hash] of files) {
      // A file that changed between two reads counts as changed: no file has an empty hash.
      contents.set(file, contents.has(file) && contents.get(file) !== hash ? "" : hash);
    }
  }
  return contents;
}
