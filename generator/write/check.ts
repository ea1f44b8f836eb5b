import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type Disk, nodeDisk } from "./disk.js";
import { ioProblem } from "./io-problem.js";
import { stateFiles } from "./journal.js";
import { buildManifest } from "./manifest.js";
import { folderProblem, openOutputFolder, type OutputFolder, shownPath } from "./output-folder.js";
import { problemsOf } from "./plan.js";
import { hasJournal } from "./recover.js";
import { readManifest, type SurveyedFile, surveyFolder } from "./survey.js";
import { unifiedDiff } from "./unified-diff.js";
import type { OutputRequest } from "./write-output.js";

/** One way in which the folder is not what `generate` would write. */
export interface Drift {
  /** Relative to the output folder. */
  readonly path: string;
  /**
   * - `missing`: would be created
   * - `differs`: the contract or the generator changed, or another file is in its place
   * - `stale`: no longer generated
   * - `edited`: changed by hand since it was generated
   * - `interrupted`: a run was killed, and the next `generate` finishes it
   */
  readonly kind: "missing" | "differs" | "stale" | "edited" | "interrupted";
  /** What `generate` would change in it. */
  readonly diff?: string;
}

/** Empty `drift` and no errors: the folder is up to date. */
export interface CheckResult {
  readonly drift: readonly Drift[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares the folder with the given files and writes nothing. */
export async function checkOutput(request: OutputRequest, disk: Disk = nodeDisk): Promise<CheckResult> {
  const manifest = buildManifest(request.files, request.generator, request.contractHash);
  let folder: OutputFolder = { root: request.folder, shown: request.folder };
  try {
    folder = openOutputFolder(request.folder);
    const problem = folderProblem(disk, folder);
    if (problem) return { drift: [], diagnostics: [problem] };
    const survey = surveyFolder(disk, folder, request.files, manifest, readManifest(disk, folder));
    const blocked = survey.files.filter((file) => file.state === "blocked" || file.state === "stale-blocked");
    return {
      drift: [
        ...(hasJournal(disk, folder) ? [{ path: stateFiles.journal, kind: "interrupted" as const }] : []),
        ...survey.files.flatMap((file) => driftOf(folder, file)),
      ],
      diagnostics: [...(survey.manifestProblem ? [survey.manifestProblem] : []), ...problemsOf(folder, blocked)],
    };
  } catch (error) {
    return { drift: [], diagnostics: [ioProblem(folder, error)] };
  }
}

function driftOf(folder: OutputFolder, file: SurveyedFile): Drift[] {
  const kind = kindOf(file);
  if (kind === undefined) return [];
  if (file.found === undefined || file.text === undefined) return [{ path: file.path, kind }];
  const before = Buffer.from(file.found).toString("utf8");
  return [{ path: file.path, kind, diff: unifiedDiff(shownPath(folder, file.path), before, file.text) }];
}

function kindOf(file: SurveyedFile): Drift["kind"] | undefined {
  switch (file.state) {
    case "unchanged":
    case "gone": // The manifest differs then, and says so.
      return undefined;
    case "create":
      return "missing";
    case "update":
    case "foreign":
    case "blocked":
      return "differs";
    case "remove":
    case "stale-blocked":
      return "stale";
    case "edited":
    case "stale-edited":
      return "edited";
    default:
      throw file.state satisfies never;
  }
}
