import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { OutputFile } from "../typescript/output-file.js";
import { type Disk, nodeDisk } from "./disk.js";
import { sha256 } from "./hash.js";
import type { Manifest } from "./manifest.js";
import { type Obstacle, type OutputFolder, pathIn, placeProblem, shownPath } from "./output-folder.js";
import { outputProblem } from "./problems.js";
import { readManifest, type SurveyedFile, surveyFolder } from "./survey.js";

/** One change to the folder. */
export interface PlanStep {
  readonly path: string;
  /** The bytes to write; absent: the file is removed. */
  readonly text?: string;
  /** Hash of what is there and will be replaced or removed; absent: nothing is there. */
  readonly oldHash?: string;
}

/** What a run would change. With an error among the diagnostics it must not be applied. */
export interface OutputPlan {
  /** In the order of application: files by path, the manifest, removals. */
  readonly steps: readonly PlanStep[];
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decides what to write and what to remove, without writing anything. `previous` is the manifest on disk unless given.
 * Throws if the outputs can't stand side by side.
 */
export function planOutput(
  folder: OutputFolder,
  files: readonly OutputFile[],
  manifest: Manifest,
  previous?: Manifest | Diagnostic,
  disk: Disk = nodeDisk,
): OutputPlan {
  const survey = surveyFolder(disk, folder, files, manifest, previous ?? readManifest(disk, folder));
  const inState = (...states: string[]) => survey.files.filter((file) => states.includes(file.state));
  const changed = inState("create", "update");
  const removed = inState("remove");
  const problems = survey.manifestProblem
    ? // Without the manifest every file looks foreign: one message says it all.
      [survey.manifestProblem, ...problemsOf(folder, inState("blocked"))]
    : problemsOf(folder, survey.files);
  return {
    steps: [...changed, ...removed].map(stepOf),
    created: inState("create").map(pathOf),
    updated: inState("update").map(pathOf),
    unchanged: inState("unchanged").map(pathOf),
    removed: removed.map(pathOf),
    diagnostics: [...problems, ...readOnlyProblems(disk, folder, inState("update", "remove"))],
  };
}

/** The diagnostics of those files that are in the way of a run. */
export function problemsOf(folder: OutputFolder, files: readonly SurveyedFile[]): Diagnostic[] {
  return files.flatMap((file) => {
    const path = shownPath(folder, file.path);
    switch (file.state) {
      case "blocked":
        return placeProblem(folder, file.path, file.place as Obstacle);
      case "edited":
        return outputProblem("output-edited", { path });
      case "foreign":
        return outputProblem("output-foreign-file", { path });
      case "stale-edited":
      case "stale-blocked":
        return outputProblem("output-stale-kept", { path });
      default:
        return [];
    }
  });
}

/** To make a file read-only is to say that it stays. */
function readOnlyProblems(disk: Disk, folder: OutputFolder, files: readonly SurveyedFile[]): Diagnostic[] {
  return files
    .filter(({ path }) => disk.isReadOnly(pathIn(folder, path)))
    .map(({ path }) => outputProblem("output-io", { path: shownPath(folder, path), reason: "the file is read-only (EACCES)" }));
}

function stepOf(file: SurveyedFile): PlanStep {
  return {
    path: file.path,
    ...(file.text !== undefined && { text: file.text }),
    ...(file.found && { oldHash: sha256(file.found) }),
  };
}

function pathOf(file: SurveyedFile): string {
  return file.path;
}
