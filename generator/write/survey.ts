import { compare, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { OutputFile } from "../typescript/output-file.js";
import type { Disk } from "./disk.js";
import { isUnedited } from "./hash.js";
import { type Manifest, parseManifest, printManifest } from "./manifest.js";
import { inspectPlace, type OutputFolder, pathIn, type Place, shownPath } from "./output-folder.js";
import { foldPath, MANIFEST } from "./output-path.js";

/**
 * How a file in the folder relates to the wanted one and to the manifest.
 *
 * - `unchanged`: has the wanted bytes, whoever wrote them
 * - `create`, `update`: wanted, and absent or as we left it
 * - `remove`, `gone`: listed but no longer wanted, and as we left it or absent
 * - `edited`, `stale-edited`: listed, wanted or not, and changed by hand
 * - `foreign`: wanted, but a file that we didn't write is there
 * - `blocked`, `stale-blocked`: wanted or not, and a link, folder or the like is in its place
 */
export type FileState =
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

/** One path that the run or the manifest names, as found. */
export interface SurveyedFile {
  readonly path: string;
  readonly state: FileState;
  /** The wanted text; absent for stale files. */
  readonly text?: string;
  /** What is there now, if it is a file. */
  readonly found?: Uint8Array;
  readonly place: Place;
}

/** What `surveyFolder` saw: all named paths by code unit, the manifest last. */
export interface Survey {
  readonly files: readonly SurveyedFile[];
  /** Why the manifest on disk can't be used. */
  readonly manifestProblem?: Diagnostic;
}

/** Compares the wanted files with the folder, reading nothing but the paths that the run or the last manifest names. */
export function surveyFolder(
  disk: Disk,
  folder: OutputFolder,
  files: readonly OutputFile[],
  manifest: Manifest,
  previous: Manifest | Diagnostic | undefined,
): Survey {
  const known = previous && "files" in previous ? previous.files : new Map<string, string>();
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
  const place = inspectPlace(disk, folder, MANIFEST);
  const found = place.kind === "file" ? disk.read(pathIn(folder, MANIFEST)) : undefined;
  const state = "at" in place ? "blocked" : !found ? "create" : isText(found, text) ? "unchanged" : "update";
  surveyed.push({ path: MANIFEST, state, text, place, ...(found && { found }) });
  return { files: surveyed, ...(previous && "code" in previous && { manifestProblem: previous }) };
}

/** The last run's manifest, or why it can't be used. */
export function readManifest(disk: Disk, folder: OutputFolder): Manifest | Diagnostic | undefined {
  if (inspectPlace(disk, folder, MANIFEST).kind !== "file") return undefined;
  return parseManifest(Buffer.from(disk.read(pathIn(folder, MANIFEST))).toString("utf8"), shownPath(folder, MANIFEST));
}

function surveyWanted(disk: Disk, folder: OutputFolder, path: string, text: string, hash: string | undefined): SurveyedFile {
  const place = inspectPlace(disk, folder, path);
  if ("at" in place) return { path, state: "blocked", text, place };
  if (place.kind === "absent") return { path, state: "create", text, place };
  const found = disk.read(pathIn(folder, path));
  const state = isText(found, text)
    ? "unchanged"
    : hash === undefined
      ? "foreign"
      : isUnedited(found, hash)
        ? "update"
        : "edited";
  return { path, state, text, found, place };
}

function surveyStale(disk: Disk, folder: OutputFolder, path: string, hash: string): SurveyedFile {
  const place = inspectPlace(disk, folder, path);
  if (place.kind === "absent") return { path, state: "gone", place };
  if (place.kind !== "file") return { path, state: "stale-blocked", place };
  const found = disk.read(pathIn(folder, path));
  return { path, state: isUnedited(found, hash) ? "remove" : "stale-edited", found, place };
}

function isSameFile(disk: Disk, folder: OutputFolder, path: string, other: string): boolean {
  if (inspectPlace(disk, folder, path).kind !== "file" || inspectPlace(disk, folder, other).kind !== "file") return false;
  return disk.identify(pathIn(folder, path)) === disk.identify(pathIn(folder, other));
}

function isText(found: Uint8Array, text: string): boolean {
  return Buffer.from(text).equals(found);
}
