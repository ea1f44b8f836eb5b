import * as fs from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Disk } from "./disk.js";

/** The folder that the output goes to. */
export interface OutputFolder {
  /** Absolute, links resolved once: the folder itself may be one, nothing inside it may. */
  readonly root: string;
  /** As the user knows it. */
  readonly shown: string;
}

/** The file in the output folder that lists all the others with their hashes. */
export const MANIFEST = "manifest.json";

/** The folder in the output folder that exists while a run writes: its lock, its manifest, staged files. */
export const STATE_FOLDER = ".openapi-actions";

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
function displayPath(absolute: string): string {
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

/** What is found under an output's path. */
export type PathState = { readonly kind: "absent" | "file" } | Obstacle;

/** A part of an output's path that is not what it has to be. */
export interface Obstacle {
  readonly kind: "symlink" | "not-a-file" | "not-a-folder";
  readonly at: string;
}

/** Looks at a path part by part, so that no link inside the output folder is ever followed. */
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
 * True for a path that may be joined to the output folder: relative, `/` between its parts, no empty part, `.` or
 * `..`, no backslash, colon (drives, NTFS streams), control character or lone surrogate, and none of our own names.
 */
export function isOutputPath(path: string): boolean {
  if (path === "" || path.length > 1024 || FORBIDDEN_CHARACTER.test(path)) return false;
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part === "__proto__")) return false;
  return foldPath(path) !== MANIFEST && foldPath(parts[0]!) !== STATE_FOLDER;
}

/** The form under which a file system that ignores case and Unicode normalisation knows a path. */
export function foldPath(path: string): string {
  return path.normalize("NFD").toLowerCase().normalize("NFC");
}

/**
 * Throws if a path can't be an output, or if two of them can't exist side by side on every file system: the same but
 * for case or normalisation, or one a folder of the other. The contract is not to blame: it's a bug of an emitter.
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

/** The folders above a path, deepest first, without the output folder itself. */
export function parentFolders(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}
