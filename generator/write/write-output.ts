import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.js";
import type { OutputFile } from "../typescript/output-file.js";
import { applyPlan } from "./apply.js";
import { type Disk, nodeDisk } from "./disk.js";
import { ioProblem } from "./io-problem.js";
import { stateFolder } from "./journal.js";
import { acquireLock } from "./lock.js";
import { buildManifest } from "./manifest.js";
import { folderProblem, openOutputFolder, type OutputFolder } from "./output-folder.js";
import { type OutputPlan, planOutput } from "./plan.js";
import { recoverOutput } from "./recover.js";

/** What to write, and where. */
export interface OutputRequest {
  /** The output folder, absolute or relative to the working folder; made if needed. It may be a symbolic link. */
  readonly folder: string;
  readonly files: readonly OutputFile[];
  /** `openapi-actions <version>`. */
  readonly generator: string;
  /** `sha256:<hex>` of the contract. */
  readonly contractHash: string;
}

export interface WriteOptions {
  /** Stops the run between two steps; what it has changed is undone. */
  readonly signal?: AbortSignal;
  /** Stands in for the file system in tests. */
  readonly disk?: Disk;
}

/** What a run did. With an error among the diagnostics it changed nothing, and the lists are empty. */
export interface WriteResult {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Brings the output folder to the given files and their manifest, all of it or nothing, also if the process is killed
 * (then with the next call). Files that it didn't write or that were edited are never overwritten or removed.
 * Throws only for bugs: colliding or impossible paths.
 */
export async function writeOutput(request: OutputRequest, options: WriteOptions = {}): Promise<WriteResult> {
  const { disk = nodeDisk, signal } = options;
  const manifest = buildManifest(request.files, request.generator, request.contractHash);
  let folder: OutputFolder = { root: request.folder, shown: request.folder };
  try {
    folder = openOutputFolder(request.folder);
    const problem = folderProblem(disk, folder);
    if (problem) return failed([problem]);
    // A folder that needs nothing gets no lock either: it may be read-only, and no watcher wakes up.
    if (disk.kindOf(stateFolder(folder)) === undefined) {
      const plan = planOutput(folder, request.files, manifest, undefined, disk);
      if (plan.steps.length === 0 && !hasErrors(plan.diagnostics)) return succeeded(plan, []);
    }
    const lock = await acquireLock(disk, folder);
    if ("code" in lock) return failed([lock]);
    try {
      const recovered = recoverOutput(disk, folder);
      if (hasErrors(recovered)) return failed(recovered);
      const plan = planOutput(folder, request.files, manifest, undefined, disk);
      if (hasErrors(plan.diagnostics)) return failed([...recovered, ...plan.diagnostics]);
      const problems = plan.steps.length === 0 ? [] : await applyPlan(disk, folder, plan.steps, signal);
      return hasErrors(problems) ? failed([...recovered, ...problems]) : succeeded(plan, recovered);
    } finally {
      lock.release();
    }
  } catch (error) {
    return failed([ioProblem(folder, error)]);
  }
}

function succeeded(plan: OutputPlan, recovered: readonly Diagnostic[]): WriteResult {
  const { created, updated, unchanged, removed } = plan;
  return { created, updated, unchanged, removed, diagnostics: [...recovered, ...plan.diagnostics] };
}

function failed(diagnostics: readonly Diagnostic[]): WriteResult {
  return { created: [], updated: [], unchanged: [], removed: [], diagnostics };
}
