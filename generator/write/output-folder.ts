import * as fs from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Disk } from "./disk.js";
import { STATE_FOLDER } from "./output-path.js";
import { outputProblem } from "./problems.js";

/** The folder that the output goes to. */
export interface OutputFolder {
  /** Absolute, links resolved once: the folder itself may be one, nothing inside it may. */
  readonly root: string;
  /** As the user knows it. */
  readonly shown: string;
}

/** Resolves the folder of a run; it need not exist yet. Throws errors of the system. */
export function openOutputFolder(folder: string): OutputFolder {
  const absolute = resolve(folder);
  return { root: realPath(absolute), shown: displayPath(absolute) };
}

function realPath(path: string): string {
  if (fs.lstatSync(path, { throwIfNoEntry: false })) return fs.realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), path.slice(parent.length));
}

/** A path relative to the working folder if it lies below it, with `/`. */
export function displayPath(absolute: string): string {
  const path = relative(process.cwd(), absolute);
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return absolute.split(sep).join("/");
  return path === "" ? "." : path.split(sep).join("/");
}

/** The absolute path of an output. */
export function pathIn(folder: OutputFolder, path: string): string {
  return join(folder.root, ...path.split("/"));
}

/** An output's path as the user knows it. */
export function shownPath(folder: OutputFolder, path: string): string {
  return folder.shown === "." ? path : `${folder.shown}/${path}`;
}

/** An absolute path inside the resolved folder, as the user knows it. */
export function shownAbsolute(folder: OutputFolder, absolute: string): string {
  const path = relative(folder.root, absolute).split(sep).join("/");
  if (path === "") return folder.shown;
  return path.startsWith("..") || isAbsolute(path) ? displayPath(absolute) : shownPath(folder, path);
}

/** What stands where an output goes. */
export type Place = { readonly kind: "absent" | "file" } | Obstacle;

/** A part of an output's path that is not what it has to be. */
export interface Obstacle {
  readonly kind: "symlink" | "not-a-file" | "not-a-folder";
  readonly at: string;
}

/** Looks at a path part by part, so that no link inside the output folder is ever followed. */
export function inspectPlace(disk: Disk, folder: OutputFolder, path: string): Place {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const at = path.slice(0, end);
    const kind = disk.kindOf(pathIn(folder, at));
    if (kind === undefined) return { kind: "absent" };
    if (kind === "symlink") return { kind, at };
    if (kind !== "folder") return { kind: "not-a-folder", at };
  }
  const kind = disk.kindOf(pathIn(folder, path));
  if (kind === undefined) return { kind: "absent" };
  if (kind === "file") return { kind };
  return { kind: kind === "symlink" ? kind : "not-a-file", at: path };
}

/** True for a folder in the output folder, reached without a link. */
export function isFolderInside(disk: Disk, folder: OutputFolder, path: string): boolean {
  return inspectPlace(disk, folder, path).kind === "not-a-file" && disk.kindOf(pathIn(folder, path)) === "folder";
}

/** The diagnostic for a place that can't take a file. */
export function placeProblem(folder: OutputFolder, path: string, place: Obstacle): Diagnostic {
  const at = shownPath(folder, place.at);
  if (place.kind === "symlink") return outputProblem("output-symlink", { path: shownPath(folder, path), link: at });
  return outputProblem(`output-${place.kind}`, { path: at });
}

/** Complains about an output folder, or a folder of ours in it, that is something else or a link. */
export function folderProblem(disk: Disk, folder: OutputFolder): Diagnostic | undefined {
  const root = disk.kindOf(folder.root);
  if (root !== undefined && root !== "folder") return outputProblem("output-not-a-folder", { path: folder.shown });
  const state = root && disk.kindOf(pathIn(folder, STATE_FOLDER));
  const at = shownPath(folder, STATE_FOLDER);
  if (state === "symlink") return outputProblem("output-symlink", { path: at, link: at });
  if (state !== undefined && state !== "folder") return outputProblem("output-not-a-folder", { path: at });
  return undefined;
}
