import { setImmediate as nextTurn } from "node:timers/promises";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Disk } from "./disk.js";
import { ioProblem } from "./io-problem.js";
import { buildJournal, type Journal, printJournal, stateFiles, stateFolder } from "./journal.js";
import { type OutputFolder, pathIn, shownPath } from "./output-folder.js";
import type { PlanStep } from "./plan.js";
import { outputProblem } from "./problems.js";
import { backupPath, clearStaging, closeJournal, rollBack, rollEntryForward, stagedPath } from "./roll.js";

/**
 * Makes the changes of a plan under a lock, so that the folder ends as planned or as it was.
 *
 * 1. stage: new contents to `new/<n>`, second names of the old ones to `old/<n>`, down to the device
 * 2. `journal.json` appears by a rename: from here on a killed run can be finished
 * 3. files by rename one by one, the manifest, then removals and emptied folders
 * 4. `journal.json` goes, then the staged files: from here on there is nothing to finish
 *
 * What fails before 4 is undone at once. Returns why the plan was not applied, or nothing.
 */
export async function applyPlan(
  disk: Disk,
  folder: OutputFolder,
  steps: readonly PlanStep[],
  signal?: AbortSignal,
): Promise<Diagnostic[]> {
  const journal = buildJournal(disk, folder, steps);
  try {
    let problem = await stage(disk, folder, steps, signal);
    if (!problem) {
      startJournal(disk, folder, journal);
      problem = await rollForward(disk, folder, journal, signal);
    }
    if (problem) return [problem, ...undo(disk, folder, journal)];
    closeJournal(disk, folder, journal);
    return [];
  } catch (error) {
    const undone = undo(disk, folder, journal);
    return [ioProblem(folder, error), ...undone];
  }
}

async function stage(
  disk: Disk,
  folder: OutputFolder,
  steps: readonly PlanStep[],
  signal: AbortSignal | undefined,
): Promise<Diagnostic | undefined> {
  disk.makeFolder(pathIn(folder, stateFiles.staged));
  disk.makeFolder(pathIn(folder, stateFiles.backups));
  for (const [index, step] of steps.entries()) {
    if (await isAborted(signal)) return interrupted(folder, step.path);
    if (step.text !== undefined) disk.writeNew(stagedPath(folder, index), Buffer.from(step.text));
    if (step.oldHash !== undefined) disk.keep(pathIn(folder, step.path), backupPath(folder, index));
  }
  return undefined;
}

function startJournal(disk: Disk, folder: OutputFolder, journal: Journal): void {
  disk.writeNew(pathIn(folder, stateFiles.journalDraft), Buffer.from(printJournal(journal)));
  for (const part of [stateFiles.staged, stateFiles.backups]) disk.syncFolder(pathIn(folder, part));
  disk.rename(pathIn(folder, stateFiles.journalDraft), pathIn(folder, stateFiles.journal));
  for (const path of [stateFolder(folder), folder.root]) disk.syncFolder(path);
}

async function rollForward(
  disk: Disk,
  folder: OutputFolder,
  journal: Journal,
  signal: AbortSignal | undefined,
): Promise<Diagnostic | undefined> {
  for (const [index, { path }] of journal.entries.entries()) {
    if (await isAborted(signal)) return interrupted(folder, path);
    if (rollEntryForward(disk, folder, journal, index) !== "old") {
      return outputProblem("output-edited", { path: shownPath(folder, path) });
    }
  }
  return undefined;
}

/** Back to the old tree. What can't be undone now stays in the journal, for the next run. */
function undo(disk: Disk, folder: OutputFolder, journal: Journal): Diagnostic[] {
  let begun = true;
  try {
    // The lock is ours, and no journal was there before: one that is there is this run's.
    begun = disk.kindOf(pathIn(folder, stateFiles.journal)) !== undefined;
    if (begun) {
      rollBack(disk, folder, journal);
      closeJournal(disk, folder, journal);
    } else {
      clearStaging(disk, folder);
    }
    return [];
  } catch (error) {
    if (!begun) return [];
    const detail = `undoing it failed (${ioProblem(folder, error).message})`;
    const path = shownPath(folder, stateFiles.journal);
    return [outputProblem("output-journal", { path, detail }, "The next run finishes or undoes it, once the cause is removed.")];
  }
}

/** Lets signals and timers in between two steps. */
async function isAborted(signal: AbortSignal | undefined): Promise<boolean> {
  if (!signal) return false;
  await nextTurn();
  return signal.aborted;
}

function interrupted(folder: OutputFolder, path: string): Diagnostic {
  return outputProblem("output-interrupted", { path: shownPath(folder, path) });
}
