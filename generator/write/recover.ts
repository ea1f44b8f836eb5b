import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Disk } from "./disk.js";
import { sha256 } from "./hash.js";
import { type Journal, parseJournal, stateFiles } from "./journal.js";
import { type OutputFolder, pathIn, shownPath } from "./output-folder.js";
import { outputProblem } from "./problems.js";
import {
  backupPath,
  clearStaging,
  closeJournal,
  type EntryState,
  entryState,
  rollBack,
  rollEntryForward,
  stagedPath,
} from "./roll.js";

/**
 * Finishes what an interrupted run left: forward if all of its staged files are there, else back. Needs the lock; may
 * itself be killed at any moment and run again. Never touches a file that is neither as before the run nor as after
 * it. An error among the diagnostics means that the journal stands, and nothing may be written.
 */
export function recoverOutput(disk: Disk, folder: OutputFolder): Diagnostic[] {
  const journal = readJournal(disk, folder);
  if (journal === undefined) {
    clearStaging(disk, folder);
    return [];
  }
  if (typeof journal === "string") return [cannotFinish(folder, journal)];

  const states = journal.entries.map((entry) => entryState(disk, folder, entry));
  if (isComplete(disk, folder, journal, states, "old")) {
    for (const index of journal.entries.keys()) rollEntryForward(disk, folder, journal, index);
  } else if (isComplete(disk, folder, journal, states, "new")) {
    rollBack(disk, folder, journal);
  } else {
    return [cannotFinish(folder, "files that it staged and kept are gone or changed")];
  }
  closeJournal(disk, folder, journal);
  return journal.entries
    .filter((_, index) => states[index] === "other")
    .map((entry) => outputProblem("output-recovery-skipped", { path: shownPath(folder, entry.path) }));
}

/** True if an interrupted run waits to be finished. */
export function hasJournal(disk: Disk, folder: OutputFolder): boolean {
  return disk.kindOf(pathIn(folder, stateFiles.journal)) !== undefined;
}

function readJournal(disk: Disk, folder: OutputFolder): Journal | string | undefined {
  const path = pathIn(folder, stateFiles.journal);
  const kind = disk.kindOf(path);
  if (kind === undefined) return undefined;
  if (kind !== "file") return "it is not a file";
  return parseJournal(Buffer.from(disk.read(path)).toString("utf8"));
}

/** True if every entry in state `from` can leave it: its staged file (or its backup) is there and has the right bytes. */
function isComplete(disk: Disk, folder: OutputFolder, journal: Journal, states: EntryState[], from: "old" | "new"): boolean {
  return journal.entries.every((entry, index) => {
    const hash = from === "old" ? entry.new : entry.old;
    if (states[index] !== from || hash === null) return true;
    const kept = from === "old" ? stagedPath(folder, index) : backupPath(folder, index);
    return disk.kindOf(kept) === "file" && sha256(disk.read(kept)) === hash;
  });
}

function cannotFinish(folder: OutputFolder, detail: string): Diagnostic {
  return outputProblem("output-journal", { path: shownPath(folder, stateFiles.journal), detail });
}
