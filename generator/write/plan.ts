import { compare, type Diagnostic } from "../diagnostics/diagnostic.js";
import { bytesOf, type OutputFile } from "../typescript/output-file.js";
import { type Disk, nodeDisk } from "./disk.js";
import { manifestsInGit } from "./git.js";
import { isUnedited, type Manifest, parseManifest, printManifest, readConflict, sha256 } from "./manifest.js";
import { isMerging } from "./merging.js";
import {
  foldPath,
  inspectPath,
  MANIFEST,
  type Obstacle,
  type OutputFolder,
  pathIn,
  type PathState,
  shownPath,
  STATE_FOLDER,
} from "./output-folder.js";
import { obstacleProblem, outputProblem } from "./problems.js";

/** One change to the folder. */
export interface PlanStep {
  readonly path: string;
  /** The bytes to write; absent: removes the file. */
  readonly bytes?: Uint8Array;
  /** Hash of the existing file that will be replaced or removed; absent if there is none. */
  readonly oldHash?: string;
}

/** The changes of a run. Must not be applied if there is an error among the diagnostics. */
export interface OutputPlan {
  /** In the order of application: files by path, removals, the manifest. */
  readonly steps: readonly PlanStep[];
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** Missing files that earlier runs may have written; their folders may still exist. */
  readonly gone: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decides what to write and what to remove, without changing anything. Throws if the output paths collide. `force` overwrites
 * any file at the path of an output file.
 */
export function planOutput(
  folder: OutputFolder,
  files: readonly OutputFile[],
  manifest: Manifest,
  disk: Disk = nodeDisk,
  force = false,
): OutputPlan {
  const survey = surveyFolder(disk, folder, files, manifest);
  const inState = (...states: FileState[]) => survey.files.filter((file) => states.includes(file.state));
  const pathsInState = (...states: FileState[]) => inState(...states).map(({ path }) => path);
  const overwritten: readonly FileState[] = force ? ["update", "edited", "foreign"] : ["update"];
  const steps = inState("create", "remove", ...overwritten).map(stepOf);
  const problems =
    survey.manifestProblem && !force
      ? // Without the manifest every file would be reported as not generated, so one message replaces them.
        [survey.manifestProblem, ...problemsOf(folder, inState("blocked"))]
      : problemsOf(
          folder,
          survey.files.filter(({ state }) => !overwritten.includes(state)),
        );
  return {
    steps: steps.toSorted((a, b) => order(a) - order(b)),
    created: pathsInState("create"),
    updated: pathsInState(...overwritten),
    unchanged: pathsInState("unchanged"),
    removed: pathsInState("remove"),
    gone: pathsInState("gone"),
    diagnostics: [...problems, ...readOnlyProblems(disk, folder, inState("remove", ...overwritten))],
  };
}

function stepOf({ path, bytes, found }: SurveyedFile): PlanStep {
  return { path, ...(bytes && { bytes }), ...(found && { oldHash: sha256(found) }) };
}

function order({ path, bytes }: PlanStep): number {
  return path === MANIFEST ? 2 : bytes === undefined ? 1 : 0;
}

/** Returns the diagnostics of files that prevent a run. */
export function problemsOf(folder: OutputFolder, files: readonly SurveyedFile[]): Diagnostic[] {
  return files.flatMap((file) => {
    const path = shownPath(folder, file.path);
    switch (file.state) {
      case "blocked":
        return obstacleProblem(folder, file.path, file.target as Obstacle);
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

/** A read-only file is meant to stay. */
function readOnlyProblems(disk: Disk, folder: OutputFolder, files: readonly SurveyedFile[]): Diagnostic[] {
  return files
    .filter(({ path }) => disk.isReadOnly(pathIn(folder, path)))
    .map(({ path }) => outputProblem("output-io", { path: shownPath(folder, path), reason: "the file is read-only (EACCES)" }));
}

/**
 * The relation of a file in the folder to the wanted file and to earlier runs.
 *
 * - `unchanged`: has the wanted bytes, whoever wrote them
 * - `create`, `update`: wanted, and absent or unedited
 * - `remove`, `gone`: listed but no longer wanted, and unedited or absent
 * - `edited`, `stale-edited`: listed, wanted or not, and edited by hand
 * - `foreign`: wanted, but the existing file was not generated
 * - `blocked`, `stale-blocked`: wanted or not, but the path is a link, a folder or the like
 */
type FileState =
  | "unchanged"
  | "create"
  | "update"
  | "remove"
  | "gone"
  | "edited"
  | "stale-edited"
  | "foreign"
  | "blocked"
  | "stale-blocked";

/** One path of the run or of an earlier one, as found. */
export interface SurveyedFile {
  readonly path: string;
  readonly state: FileState;
  /** The wanted content; absent for stale files. */
  readonly bytes?: Uint8Array;
  /** The existing content, if it is a file. */
  readonly found?: Uint8Array;
  readonly target: PathState;
}

/** The result of `surveyFolder`: all paths by code unit, the manifest last. */
export interface Survey {
  readonly files: readonly SurveyedFile[];
  /** The reason why the manifest on disk can't be used. */
  readonly manifestProblem?: Diagnostic;
}

/**
 * Compares the wanted files with the folder, reading only the paths of this run and of earlier ones. Asks git only during a merge, and
 * about files that the manifest can't explain, or if this run changes the manifest: after a merge it lacks the files of the other side.
 */
export function surveyFolder(disk: Disk, folder: OutputFolder, files: readonly OutputFile[], manifest: Manifest): Survey {
  const known = readKnownFiles(disk, folder);
  const survey = surveyKnown(disk, folder, files, manifest, known);
  const isUnexplained = survey.files.some(({ state }) => state === "edited" || state === "foreign" || state === "stale-edited");
  // The manifest is last.
  const isChanged = survey.files.at(-1)!.state === "update";
  if (!isUnexplained && !isChanged && !survey.manifestProblem && !isMerging(folder.root)) return survey;
  const inGit = manifestsInGit(folder);
  if (inGit.length === 0) return survey;
  const hashes = new Map(known.hashes);
  for (const { files: listed } of inGit) for (const [file, hash] of listed) hashes.set(file, [...(hashes.get(file) ?? []), hash]);
  // A foreign manifest is not a damaged one.
  const problem = known.problem?.code === "output-foreign-file" ? known.problem : undefined;
  const again = surveyKnown(disk, folder, files, manifest, { hashes, ...(problem && { problem }) });
  // A changed file that only git lists belongs to somebody else.
  const isOwn = ({ path, state }: SurveyedFile) => !known.hashes.has(path) && state.startsWith("stale-");
  return { ...again, files: again.files.filter((file) => !isOwn(file)) };
}

function surveyKnown(
  disk: Disk,
  folder: OutputFolder,
  files: readonly OutputFile[],
  manifest: Manifest,
  { hashes: known, problem }: KnownFiles,
): Survey {
  const wanted = new Set(files.map((file) => file.path));
  const stale = [...known.keys()].filter((path) => !wanted.has(path));
  const aliases = new Map(stale.map((path) => [foldPath(path), path]));

  const surveyed: SurveyedFile[] = [];
  for (const file of files) {
    const { path } = file;
    const alias = aliases.get(foldPath(path));
    const sameFile = alias !== undefined && isSameFile(disk, folder, path, alias);
    // A rename that only changes the case: on a file system that ignores case, the old name is the new file.
    if (sameFile) stale.splice(stale.indexOf(alias), 1);
    surveyed.push(surveyWanted(disk, folder, path, bytesOf(file), known.get(path) ?? (sameFile ? known.get(alias) : undefined)));
  }
  for (const path of stale) surveyed.push(surveyStale(disk, folder, path, known.get(path)!));
  surveyed.sort((a, b) => compare(a.path, b.path));

  const bytes = Buffer.from(printManifest(manifest));
  const target = inspectPath(disk, folder, MANIFEST);
  const found = target.kind === "file" ? disk.read(pathIn(folder, MANIFEST)) : undefined;
  const state = "at" in target ? "blocked" : !found ? "create" : bytes.equals(found) ? "unchanged" : "update";
  surveyed.push({ path: MANIFEST, state, bytes, target, ...(found && { found }) });
  return { files: surveyed, ...(problem && { manifestProblem: problem }) };
}

/** The possible hashes of a generated file, by its path. */
interface KnownFiles {
  readonly hashes: ReadonlyMap<string, readonly string[]>;
  readonly problem?: Diagnostic;
}

/** Returns those of the manifest, of both sides of a conflict in it, and of unfinished runs. */
function readKnownFiles(disk: Disk, folder: OutputFolder): KnownFiles {
  const hashes = new Map<string, readonly string[]>();
  const add = (file: string, more: readonly string[]) => void hashes.set(file, [...(hashes.get(file) ?? []), ...more]);
  let problem: Diagnostic | undefined;
  for (const path of [MANIFEST, ...unfinishedManifests(disk, folder)]) {
    if (inspectPath(disk, folder, path).kind !== "file") continue;
    const text = Buffer.from(disk.read(pathIn(folder, path))).toString("utf8");
    const manifest = parseManifest(text, shownPath(folder, path));
    if ("files" in manifest) for (const [file, hash] of manifest.files) add(file, [hash]);
    // A run that was killed while it wrote its own manifest has changed nothing yet.
    else if (path === MANIFEST) {
      const sides = manifest.code === "output-manifest" ? readConflict(text) : undefined;
      if (sides) for (const [file, both] of sides) add(file, both);
      else problem = manifest;
    }
  }
  return { hashes, ...(problem && { problem }) };
}

/** Returns the manifests of unfinished runs, which list what they may have written. */
export function unfinishedManifests(disk: Disk, folder: OutputFolder): string[] {
  if (disk.kindOf(pathIn(folder, STATE_FOLDER)) !== "folder") return [];
  const names = disk.list(pathIn(folder, STATE_FOLDER)).filter((name) => /^manifest-[0-9a-f]{8}\.json$/.test(name));
  return names.sort(compare).map((name) => `${STATE_FOLDER}/${name}`);
}

function surveyWanted(
  disk: Disk,
  folder: OutputFolder,
  path: string,
  bytes: Uint8Array,
  hashes: readonly string[] | undefined,
): SurveyedFile {
  const target = inspectPath(disk, folder, path);
  if ("at" in target) return { path, state: "blocked", bytes, target };
  if (target.kind === "absent") return { path, state: "create", bytes, target };
  const found = disk.read(pathIn(folder, path));
  const state =
    Buffer.compare(found, bytes) === 0 ? "unchanged" : !hashes ? "foreign" : isUnedited(found, hashes) ? "update" : "edited";
  return { path, state, bytes, found, target };
}

function surveyStale(disk: Disk, folder: OutputFolder, path: string, hashes: readonly string[]): SurveyedFile {
  const target = inspectPath(disk, folder, path);
  if (target.kind === "absent") return { path, state: "gone", target };
  if (target.kind !== "file") return { path, state: "stale-blocked", target };
  const found = disk.read(pathIn(folder, path));
  return { path, state: isUnedited(found, hashes) ? "remove" : "stale-edited", found, target };
}

function isSameFile(disk: Disk, folder: OutputFolder, path: string, other: string): boolean {
  if (inspectPath(disk, folder, path).kind !== "file" || inspectPath(disk, folder, other).kind !== "file") return false;
  return disk.identify(pathIn(folder, path)) === disk.identify(pathIn(folder, other));
}
