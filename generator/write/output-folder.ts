import * as fs from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Disk } from "./disk.js";

/** The folder of the output. */
export interface OutputFolder {
  /** Absolute, with links resolved once: the folder itself may be a link, but nothing inside it. */
  readonly root: string;
  /** Its path as displayed to the user. */
  readonly shown: string;
}

/** The file in the output folder that lists all others with their hashes. */
export const MANIFEST = "manifest.json";

/** The folder in the output folder that exists during a run: its lock, its manifest, staged files. */
export const STATE_FOLDER = ".openapi-actions";

/** Resolves the folder of a run, which need not exist yet. Throws errors of the system. */
export function openOutputFolder(folder: string): OutputFolder {
  const absolute = resolve(folder);
  return { root: realPath(absolute), shown: displayPath(absolute) };
}

function realPath(path: string): string {
  if (fs.lstatSync(path, { throwIfNoEntry: false })) return fs.realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), path.slice(parent.length));
}

/** Returns a path relative to the working folder, with `/`, if it is below it. */
function displayPath(absolute: string): string {
  const path = relative(process.cwd(), absolute);
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return absolute.split(sep).join("/");
  return path === "" ? "." : path.split(sep).join("/");
}

/** Returns the absolute path of an output file. */
export function pathIn(folder: OutputFolder, path: string): string {
  return join(folder.root, ...path.split("/"));
}

/** Returns the path of an output file as displayed to the user. */
export function shownPath(folder: OutputFolder, path: string): string {
  return folder.shown === "." ? path : `${folder.shown}/${path}`;
}

/** Returns an absolute path inside the resolved folder as displayed to the user. */
export function shownAbsolute(folder: OutputFolder, absolute: string): string {
  const path = relative(folder.root, absolute).split(sep).join("/");
  if (path === "") return folder.shown;
  return path.startsWith("..") || isAbsolute(path) ? displayPath(absolute) : shownPath(folder, path);
}

/** The result of inspecting the path of an output file. */
export type PathState = { readonly kind: "absent" | "file" } | Obstacle;

/** A part of the path that is of the wrong kind. */
export interface Obstacle {
  readonly kind: "symlink" | "not-a-file" | "not-a-folder";
  readonly at: string;
}

/** Inspects a path part by part, so that no link inside the output folder is ever followed. */
export function inspectPath(disk: Disk, folder: OutputFolder, path: string): PathState {
  for (const at of parentFolders(path).reverse()) {
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

const FORBIDDEN_CHARACTER = /[\u0000-\u001f\u007f\\:\p{Surrogate}]/u;

/**
 * Returns whether a path may be joined to the output folder: relative, with `/` between its parts, without an empty part, `.`
 * or `..`, backslash, colon (drives, NTFS streams), control character or lone surrogate, and not a reserved name.
 */
export function isOutputPath(path: string): boolean {
  if (path === "" || path.length > 1024 || FORBIDDEN_CHARACTER.test(path)) return false;
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part === "__proto__")) return false;
  return foldPath(path) !== MANIFEST && foldPath(parts[0]!) !== STATE_FOLDER;
}

/** Returns the form of a path that file systems which ignore case and Unicode normalization compare. */
export function foldPath(path: string): string {
  return path.normalize("NFD").toLowerCase().normalize("NFC");
}

/**
 * Throws if a path is not an output path, or if two of them can't exist on every file system: they differ only in case or
 * normalization, or one is a folder of the other. That is a bug of an emitter, not an error in the contract.
 */
export function assertOutputPaths(paths: readonly string[]): void {
  const taken = new Map<string, string>();
  for (const path of paths) {
    if (!isOutputPath(path)) throw new Error(`not a path for an output file: ${JSON.stringify(path)}`);
    const folded = foldPath(path);
    const other = taken.get(folded);
    if (other !== undefined) throw new Error(`two output files collide: ${JSON.stringify(other)} and ${JSON.stringify(path)}`);
    taken.set(folded, path);
  }
  for (const [folded, path] of taken) {
    for (const folder of parentFolders(folded)) {
      const file = taken.get(folder);
      if (file !== undefined) throw new Error(`output ${JSON.stringify(file)} is a folder of ${JSON.stringify(path)}`);
    }
  }
}

/** Returns the folders above a path, deepest first, without the output folder itself. */
export function parentFolders(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}
