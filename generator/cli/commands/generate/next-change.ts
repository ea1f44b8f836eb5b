import { existsSync, watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { hashFile } from "../../run-cache.js";

/** The content of files: the hash of each by its absolute path, `null` for one that isn't there. */
export type Contents = ReadonlyMap<string, string | null>;

/** Milliseconds for which files must stay as they are: an editor empties a file, or takes it away, before it writes. */
const silence = 40;

/** Milliseconds in which what the system tells is looked at once: each write is told several times. */
const burst = 10;

/** Where the system can't watch, files are looked at so often. */
const pollInterval = 1000;

/**
 * Waits until files have another content than they had, and returns those; none when it is aborted. Watches the folders,
 * not the files: editors put a new file in the place of the old one. What counts is the content, so neither a touched
 * file nor output beside the sources wakes anybody up.
 */
export function nextChange(known: Contents, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    let watchers: readonly FSWatcher[] = [];
    let timer: NodeJS.Timeout | undefined;
    let lastLook = "";

    const finish = (changed: readonly string[]) => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      signal.removeEventListener("abort", abort);
      resolve(changed);
    };
    const abort = () => finish([]);
    const look = () => {
      // Watched anew each time: a folder may have been replaced by another one. And before it is compared, so that
      // nothing is lost in between.
      for (const watcher of watchers) watcher.close();
      const isComplete = watchFolders();
      const now = [...known.keys()].map((file): [string, string | null] => [file, hashFile(file)]);
      const changed = now.filter(([file, hash]) => hash !== known.get(file)).map(([file]) => file);
      const thisLook = JSON.stringify(now);
      if (changed.length > 0 && thisLook === lastLook) return finish(changed);
      lastLook = thisLook;
      if (changed.length > 0) lookAfter(silence);
      else if (!isComplete) lookAfter(pollInterval);
    };
    const lookAfter = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(look, milliseconds);
    };
    const watchFolders = (): boolean => {
      const folders = new Set([...known.keys()].map((file) => existingFolder(path.dirname(file))));
      try {
        watchers = [...folders].map((folder) => watch(folder, () => lookAfter(burst)).on("error", () => lookAfter(silence)));
        return true;
      } catch {
        // Too many watchers, or a file system without.
        watchers = [];
        return false;
      }
    };

    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else look();
  });
}

/** The folder, or the nearest one above it that is there. */
function existingFolder(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder ? folder : existingFolder(path.dirname(folder));
}
