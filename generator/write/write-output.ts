import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.js";
import type { OutputFile } from "../typescript/output-file.js";
import { type Disk, hasCode, nodeDisk } from "./disk.js";
import { acquireLock } from "./lock.js";
import { buildManifest, type Manifest, printManifest, sha256 } from "./manifest.js";
import {
  inspectPath,
  MANIFEST,
  openOutputFolder,
  type OutputFolder,
  parentFolders,
  pathIn,
  shownPath,
  STATE_FOLDER,
} from "./output-folder.js";
import { type OutputPlan, planOutput, type PlanStep, unfinishedManifests } from "./plan.js";
import { folderProblem, ioProblem, outputProblem } from "./problems.js";

/** The files to write, and their destination. */
export interface OutputRequest {
  /** The output folder, absolute or relative to the working folder; created if needed. It may be a symbolic link. */
  readonly folder: string;
  readonly files: readonly OutputFile[];
  /** `openapi-actions <version>`. */
  readonly generator: string;
  /** `sha256:<hex>` of the contract. */
  readonly contractHash: string;
  /** Overwrites edited files, and files that were not generated. */
  readonly force?: boolean;
}

export interface WriteOptions {
  /** Stops the run before it changes its first file; after that the run completes. */
  readonly signal?: AbortSignal;
  /** Replaces the file system in tests. */
  readonly disk?: Disk;
}

/** The outcome of a run. With an error among the diagnostics the output is incomplete; usually nothing was changed. */
export interface WriteResult {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes the output folder contain the given files and their manifest. Changes nothing before every new file is on the disk next
 * to its destination. The next run completes a run that was killed or failed after that. Only `force` overwrites files that
 * were not generated or that were edited; they are never removed. Throws only for bugs: colliding or invalid paths.
 */
export async function writeOutput(request: OutputRequest, options: WriteOptions = {}): Promise<WriteResult> {
  const { disk = nodeDisk, signal } = options;
  const manifest = buildManifest(request.files, request.generator, request.contractHash);
  let folder: OutputFolder = { root: request.folder, shown: request.folder };
  try {
    folder = openOutputFolder(request.folder);
    const problem = folderProblem(disk, folder);
    if (problem) return failed([problem]);
    const upToDate = planIfUpToDate(disk, folder, request, manifest);
    if (upToDate) return completed(upToDate);
    const lock = await acquireLock(disk, folder);
    if ("code" in lock) return failed([lock]);
    try {
      const plan = planOutput(folder, request.files, manifest, disk, request.force);
      return hasErrors(plan.diagnostics) ? failed(plan.diagnostics) : await applyPlan(disk, folder, plan, manifest, signal);
    } finally {
      lock.release();
    }
  } catch (error) {
    return failed([ioProblem(folder, error)]);
  }
}

/**
 * Returns the plan of a folder that is up to date, which gets no lock: it may be read-only, and no watcher should be triggered.
 * A folder from which another run removes a file meanwhile is looked at again under the lock.
 */
function planIfUpToDate(disk: Disk, folder: OutputFolder, request: OutputRequest, manifest: Manifest): OutputPlan | undefined {
  try {
    // A folder with another manifest is not up to date, so its files are compared only once.
    if (disk.kindOf(pathIn(folder, STATE_FOLDER)) !== undefined || !hasManifest(disk, folder, manifest)) return undefined;
    const plan = planOutput(folder, request.files, manifest, disk, request.force);
    return plan.steps.length === 0 && !hasErrors(plan.diagnostics) ? plan : undefined;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Returns whether the folder's manifest is this one. */
function hasManifest(disk: Disk, folder: OutputFolder, manifest: Manifest): boolean {
  if (inspectPath(disk, folder, MANIFEST).kind !== "file") return false;
  return Buffer.from(printManifest(manifest)).equals(disk.read(pathIn(folder, MANIFEST)));
}

function completed({ created, updated, unchanged, removed, diagnostics }: OutputPlan): WriteResult {
  return { created, updated, unchanged, removed, diagnostics };
}

function failed(diagnostics: readonly Diagnostic[]): WriteResult {
  return { created: [], updated: [], unchanged: [], removed: [], diagnostics };
}

/**
 * Applies the changes of a plan under a lock.
 *
 * 1. Writes new contents to files of other names and flushes them to the device.
 * 2. Does the same for the manifest: from then on, a later run recognizes the files of this one.
 * 3. Renames the files to their paths one by one, then removes stale files and the folders that they leave empty.
 * 4. Renames the manifest to its path, and removes the manifests of unfinished earlier runs.
 */
async function applyPlan(
  disk: Disk,
  folder: OutputFolder,
  plan: OutputPlan,
  manifest: Manifest,
  signal: AbortSignal | undefined,
): Promise<WriteResult> {
  const ownManifest = `${STATE_FOLDER}/manifest-${randomBytes(4).toString("hex")}.json`;
  const done = new Set<string>();
  try {
    clearStaged(disk, folder);
    const problem = await stage(disk, folder, plan.steps, signal);
    if (problem) return failed([problem]);
    if (plan.steps.length > 0) {
      disk.writeNew(pathIn(folder, ownManifest), Buffer.from(printManifest(manifest)));
      disk.syncFolder(pathIn(folder, STATE_FOLDER));
    }
    for (const [index, step] of plan.steps.entries()) {
      if (step.path === MANIFEST) closeFolders(disk, folder, plan);
      if (!isAsPlanned(disk, folder, step)) {
        return stopped(plan, done, outputProblem("output-edited", { path: shownPath(folder, step.path) }));
      }
      const target = pathIn(folder, step.path);
      if (step.bytes === undefined) disk.remove(target);
      else {
        disk.makeFolder(dirname(target));
        disk.rename(pathIn(folder, step.path === MANIFEST ? ownManifest : stagedPath(index)), target);
      }
      done.add(step.path);
    }
    if (!done.has(MANIFEST)) closeFolders(disk, folder, plan);
    for (const path of unfinishedManifests(disk, folder)) disk.remove(pathIn(folder, path));
    return completed(plan);
  } catch (error) {
    const hint = "The output is incomplete. Remove the cause and run the command again: it writes the rest.";
    const problem = ioProblem(folder, error, done.size === 0 ? undefined : hint);
    // The next run removes the leftovers of a complete one.
    if (plan.steps.every(({ path }) => done.has(path))) return completed(plan);
    // Without a change, a later run has nothing to recognize.
    if (done.size === 0) tryTo(() => disk.remove(pathIn(folder, ownManifest)));
    return stopped(plan, done, problem);
  } finally {
    tryTo(() => clearStaged(disk, folder));
  }
}

/** The part of a plan that was applied before a problem. */
function stopped(plan: OutputPlan, done: ReadonlySet<string>, problem: Diagnostic): WriteResult {
  const isDone = (path: string) => done.has(path);
  const [created, updated, removed] = [plan.created, plan.updated, plan.removed].map((paths) => paths.filter(isDone));
  return { created: created!, updated: updated!, unchanged: [], removed: removed!, diagnostics: [...plan.diagnostics, problem] };
}

async function stage(
  disk: Disk,
  folder: OutputFolder,
  steps: readonly PlanStep[],
  signal: AbortSignal | undefined,
): Promise<Diagnostic | undefined> {
  for (const [index, { path, bytes }] of steps.entries()) {
    // Lets the process handle signals.
    if (signal) await nextTurn();
    if (signal?.aborted) return outputProblem("output-interrupted", { path: shownPath(folder, path) });
    if (bytes && path !== MANIFEST) disk.writeNew(pathIn(folder, stagedPath(index)), bytes);
  }
  return undefined;
}

/** The path at which the new content of a step is staged. */
function stagedPath(index: number): string {
  return `${STATE_FOLDER}/new-${index}`;
}

function clearStaged(disk: Disk, folder: OutputFolder): void {
  const state = pathIn(folder, STATE_FOLDER);
  for (const name of disk.list(state)) if (/^new-\d+$/.test(name)) disk.remove(`${state}/${name}`);
}

/** Returns false if somebody has changed a file since the plan was made. */
function isAsPlanned(disk: Disk, folder: OutputFolder, { path, oldHash }: PlanStep): boolean {
  const target = inspectPath(disk, folder, path);
  if (target.kind === "absent") return oldHash === undefined;
  return target.kind === "file" && sha256(disk.read(pathIn(folder, path))) === oldHash;
}

/** Removes empty folders, and flushes the names in all others to the device. */
function closeFolders(disk: Disk, folder: OutputFolder, { steps, removed, gone }: OutputPlan): void {
  for (const path of [...removed, ...gone]) {
    for (const parent of parentFolders(path)) if (!disk.removeFolder(pathIn(folder, parent))) break;
  }
  const parents = new Set(steps.flatMap(({ path }) => parentFolders(path)));
  for (const path of parents) if (disk.kindOf(pathIn(folder, path)) === "folder") disk.syncFolder(pathIn(folder, path));
  disk.syncFolder(folder.root);
}

/** For the next run, in case this one fails now. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Folders that can't be removed stay, and do no harm.
  }
}
