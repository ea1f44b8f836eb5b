import { compare, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { OutputFile } from "../typescript/output-file.js";
import { type Disk, nodeDisk } from "./disk.js";
import { manifestsInGit } from "./git.js";
import { isUnedited, type Manifest, parseManifest, printManifest, readConflict, sha256 } from "./manifest.js";
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
  /** The bytes to write; absent: the file is removed. */
  readonly text?: string;
  /** Hash of the existing file that will be replaced or removed; absent if there is none. */
  readonly oldHash?: string;
}

/** What a run would change. With an error among the diagnostics it must not be applied. */
export interface OutputPlan {
  /** In the order of application: files by path, removals, the manifest. */
  readonly steps: readonly PlanStep[];
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** Files that earlier runs may have written and that are not there; folders may be left of them. */
  readonly gone: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decides what to write and what to remove, without writing anything. Throws if the outputs clash.
 * `force`: wanted files are written over whatever file is in their place.
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
      ? // Without the manifest every file looks foreign: one message says it all.
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

function stepOf({ path, text, found }: SurveyedFile): PlanStep {
  return { path, ...(text !== undefined && { text }), ...(found && { oldHash: sha256(found) }) };
}

function order({ path, text }: PlanStep): number {
  return path === MANIFEST ? 2 : text === undefined ? 1 : 0;
}

/** The diagnostics of those files that are in the way of a run. */
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

/** To make a file read-only is to say that it stays. */
function readOnlyProblems(disk: Disk, folder: OutputFolder, files: readonly SurveyedFile[]): Diagnostic[] {
  return files
    .filter(({ path }) => disk.isReadOnly(pathIn(folder, path)))
    .map(({ path }) => outputProblem("output-io", { path: shownPath(folder, path), reason: "the file is read-only (EACCES)" }));
}

/**
 * How a file in the folder relates to the wanted one and to what earlier runs wrote.
 *
 * - `unchanged`: has the wanted bytes, whoever wrote them
 * - `create`, `update`: wanted, and absent or as we left it
 * - `remove`, `gone`: listed but no longer wanted, and as we left it or absent
 * - `edited`, `stale-edited`: listed, wanted or not, and changed by hand
 * - `foreign`: wanted, but a file that we didn't write is there
 * - `blocked`, `stale-blocked`: wanted or not, and a link, folder or the like is in its place
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

/** One path that the run or an earlier one names, as found. */
export interface SurveyedFile {
  readonly path: string;
  readonly state: FileState;
  /** The wanted text; absent for stale files. */
  readonly text?: string;
  /** What is there now, if it is a file. */
  readonly found?: Uint8Array;
  readonly target: PathState;
}

/** What `surveyFolder` saw: all named paths by code unit, the manifest last. */
export interface Survey {
  readonly files: readonly SurveyedFile[];
  /** Why the manifest on disk can't be used. */
  readonly manifestProblem?: Diagnostic;
}

/**
 * Compares the wanted files with the folder, reading nothing but the paths that this run or an earlier one names. Git is
 * asked only about what the manifest can't explain: in a merge, files of the other side are not in it.
 */
export function surveyFolder(disk: Disk, folder: OutputFolder, files: readonly OutputFile[], manifest: Manifest): Survey {
  const known = readKnownFiles(disk, folder);
  const survey = surveyKnown(disk, folder, files, manifest, known);
  const isUnexplained = survey.files.some(({ state }) => state === "edited" || state === "foreign" || state === "stale-edited");
  if (!isUnexplained && !survey.manifestProblem) return survey;
  const inGit = manifestsInGit(folder);
  if (inGit.length === 0) return survey;
  const hashes = new Map(known.hashes);
  for (const { files: listed } of inGit) for (const [file, hash] of listed) hashes.set(file, [...(hashes.get(file) ?? []), hash]);
  // A manifest of somebody else is no damaged one of ours.
  const problem = known.problem?.code === "output-foreign-file" ? known.problem : undefined;
  const again = surveyKnown(disk, folder, files, manifest, { hashes, ...(problem && { problem }) });
  // What only git lists and what is not as it was is somebody's own file.
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
  for (const { path, text } of files) {
    const alias = aliases.get(foldPath(path));
    const sameFile = alias !== undefined && isSameFile(disk, folder, path, alias);
    // A rename in case only: on a file system that ignores case, the old name is the new file.
    if (sameFile) stale.splice(stale.indexOf(alias), 1);
    surveyed.push(surveyWanted(disk, folder, path, text, known.get(path) ?? (sameFile ? known.get(alias) : undefined)));
  }
  for (const path of stale) surveyed.push(surveyStale(disk, folder, path, known.get(path)!));
  surveyed.sort((a, b) => compare(a.path, b.path));

  const text = printManifest(manifest);
  const target = inspectPath(disk, folder, MANIFEST);
  const found = target.kind === "file" ? disk.read(pathIn(folder, MANIFEST)) : undefined;
  const state = "at" in target ? "blocked" : !found ? "create" : isText(found, text) ? "unchanged" : "update";
  surveyed.push({ path: MANIFEST, state, text, target, ...(found && { found }) });
  return { files: surveyed, ...(problem && { manifestProblem: problem }) };
}

/** The hashes that a file of ours may have, by its path. */
interface KnownFiles {
  readonly hashes: ReadonlyMap<string, readonly string[]>;
  readonly problem?: Diagnostic;
}

/** Those of the manifest, both sides of a conflict in it, and those of runs that didn't come to their end. */
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

/** The manifests of runs that didn't come to their end: what they may have written. */
export function unfinishedManifests(disk: Disk, folder: OutputFolder): string[] {
  if (disk.kindOf(pathIn(folder, STATE_FOLDER)) !== "folder") return [];
  const names = disk.list(pathIn(folder, STATE_FOLDER)).filter((name) => /^manifest-[0-9a-f]{8}\.json$/.test(name));
  return names.sort(compare).map((name) => `${STATE_FOLDER}/${name}`);
}

function surveyWanted(
  disk: Disk,
  folder: OutputFolder,
  path: string,
  text: string,
  hashes: readonly string[] | undefined,
): SurveyedFile {
  const target = inspectPath(disk, folder, path);
  if ("at" in target) return { path, state: "blocked", text, target };
  if (target.kind === "absent") return { path, state: "create", text, target };
  const found = disk.read(pathIn(folder, path));
  const state = isText(found, text) ? "unchanged" : !hashes ? "foreign" : isUnedited(found, hashes) ? "update" : "edited";
  return { path, state, text, found, target };
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

function isText(found: Uint8Array, text: string): boolean {
  return Buffer.from(text).equals(found);
}
