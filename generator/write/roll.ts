import { dirname } from "node:path";
import type { Disk } from "./disk.js";
import { sha256 } from "./hash.js";
import { type Journal, type JournalEntry, stateFiles, stateFolder } from "./journal.js";
import { inspectPlace, isFolderInside, type OutputFolder, pathIn } from "./output-folder.js";
import { parentFolders } from "./output-path.js";

/** Whether a file is as before the run, as after it, or neither: then somebody else changed it, and it's left alone. */
export type EntryState = "old" | "new" | "other";

/** How far the run has come with one entry. */
export function entryState(disk: Disk, folder: OutputFolder, entry: JournalEntry): EntryState {
  const place = inspectPlace(disk, folder, entry.path);
  if ("at" in place) return "other";
  const hash = place.kind === "absent" ? null : sha256(disk.read(pathIn(folder, entry.path)));
  return hash === entry.old ? "old" : hash === entry.new ? "new" : "other";
}

/** Makes one change, unless it has been made. Each half of it can be repeated. */
export function rollEntryForward(disk: Disk, folder: OutputFolder, journal: Journal, index: number): EntryState {
  const entry = journal.entries[index]!;
  const state = entryState(disk, folder, entry);
  const target = pathIn(folder, entry.path);
  if (state === "old" && entry.new !== null) {
    disk.makeFolder(dirname(target));
    disk.rename(stagedPath(folder, index), target);
  } else if (state === "old") {
    disk.remove(target);
  }
  if (state !== "other" && entry.new === null) removeEmptied(disk, folder, entry.path);
  return state;
}

/** Undoes one change, if it has been made. */
function rollEntryBack(disk: Disk, folder: OutputFolder, journal: Journal, index: number): void {
  const entry = journal.entries[index]!;
  const state = entryState(disk, folder, entry);
  const target = pathIn(folder, entry.path);
  if (state === "new" && entry.old !== null) {
    disk.makeFolder(dirname(target));
    disk.rename(backupPath(folder, index), target);
  } else if (state === "new") {
    disk.remove(target);
  }
}

/** Undoes all that a journal's run has done, last change first. */
export function rollBack(disk: Disk, folder: OutputFolder, journal: Journal): void {
  for (let index = journal.entries.length - 1; index >= 0; index--) {
    rollEntryBack(disk, folder, journal, index);
  }
  for (const path of journal.folders) {
    if (isFolderInside(disk, folder, path)) disk.removeFolder(pathIn(folder, path));
  }
}

/** Ends a run: its changes down to the device, then the journal away, then all that was kept for going on or back. */
export function closeJournal(disk: Disk, folder: OutputFolder, journal: Journal): void {
  const changed = new Set([folder.root]);
  for (const { path } of journal.entries) {
    for (const parent of parentFolders(path)) {
      if (isFolderInside(disk, folder, parent)) changed.add(pathIn(folder, parent));
    }
  }
  for (const path of changed) disk.syncFolder(path);
  disk.remove(pathIn(folder, stateFiles.journal));
  try {
    clearStaging(disk, folder);
  } catch {
    // The run is over. The next one clears what is left, or says why it can't.
  }
}

/** Removes what a run has staged. Only without a journal: until then these files are needed. */
export function clearStaging(disk: Disk, folder: OutputFolder): void {
  for (const part of [stateFiles.staged, stateFiles.backups]) {
    const path = pathIn(folder, part);
    if (disk.kindOf(path) !== "folder") continue;
    for (const name of disk.list(path)) if (/^\d+$/.test(name)) disk.remove(`${path}/${name}`);
    disk.removeFolder(path);
  }
  const draft = pathIn(folder, stateFiles.journalDraft);
  if (disk.kindOf(draft) === "file") disk.remove(draft);
}

/** Where the bytes wait that an entry writes. */
export function stagedPath(folder: OutputFolder, index: number): string {
  return `${stateFolder(folder)}/new/${index}`;
}

/** Where the bytes are kept that an entry replaces or removes. */
export function backupPath(folder: OutputFolder, index: number): string {
  return `${stateFolder(folder)}/old/${index}`;
}

function removeEmptied(disk: Disk, folder: OutputFolder, path: string): void {
  for (const parent of parentFolders(path)) if (!disk.removeFolder(pathIn(folder, parent))) return;
}
