import { existsSync, watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { hashFile } from "../../run-cache.js";

/** The hashes of files by absolute path; `null` for a missing file. */
export type Contents = ReadonlyMap<string, string | null>;

/** Milliseconds in which events of the system are handled together: each write causes several. */
const burst = 10;

/** Milliseconds between reads if the system can't watch files. */
const pollInterval = 1000;

/**
 * Waits until the content of files changes, and returns these files, which may change further; none when aborted. Watches the folders,
 * not the files, because editors replace files. Compares the content, so that neither a touched
 * file nor output next to the sources triggers a run.
 */
export function nextChange(known: Contents, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    let watchers: readonly FSWatcher[] = [];
    let timer: NodeJS.Timeout | undefined;

    const finish = (changed: readonly string[]) => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      signal.removeEventListener("abort", abort);
      resolve(changed);
    };
    const abort = () => finish([]);
    const look = () => {
      // Recreates the watchers each time, because a folder may have been replaced, and before the comparison, so that
      // no change is missed.
      for (const watcher of watchers) watcher.close();
      const isComplete = watchFolders();
      const changed = changesSince(known);
      if (changed.length > 0) finish(changed);
      else if (!isComplete) checkAfter(pollInterval);
    };
    const checkAfter = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(look, milliseconds);
    };
    const watchFolders = (): boolean => {
      const folders = new Set([...known.keys()].map((file) => existingFolder(path.dirname(file))));
      try {
        watchers = [...folders].map((folder) => watch(folder, () => checkAfter(burst)).on("error", () => checkAfter(burst)));
        return true;
      } catch {
        // Too many watchers, or a file system without support.
        watchers = [];
        return false;
      }
    };

    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else look();
  });
}

/** The files whose content is another now. */
export function changesSince(known: Contents): readonly string[] {
  return [...known].filter(([file, hash]) => hashFile(file) !== hash).map(([file]) => file);
}

/** The files whose content is another after than before. A file that is no longer known is none of them. */
export function changesBetween(before: Contents, after: Contents): readonly string[] {
  return [...before].filter(([file, hash]) => after.has(file) && after.get(file) !== hash).map(([file]) => file);
}

/** The folder, or the nearest existing one above it. */
function existingFolder(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder ? folder : existingFolder(path.dirname(folder));
}
