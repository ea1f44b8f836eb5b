import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isInside } from "../../../document/contract-root.js";
import { maxFileBytes, maxFiles } from "../../../document/limits.js";
import { parseObjects, runGit } from "../../../write/git.js";

/** A file or link of a commit. */
export interface TreeEntry {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly kind: "file" | "link" | "folder";
  readonly hash: string;
  /** Bytes; 0 for folders. */
  readonly size: number;
}

/** Returns the entries of a commit at a path, or an empty list. With `isDeep`, everything below a folder. */
export function listTree(folder: string, commit: string, path: string, isDeep: boolean): TreeEntry[] {
  const args = ["ls-tree", "-z", "-l", "--full-tree", ...(isDeep ? ["-r"] : []), commit];
  const { ok, output } = runGit(folder, path === "" ? args : [...args, "--", isDeep ? `${path}/` : path]);
  if (!ok) return [];
  return output
    .toString("utf8")
    .split("\0")
    .flatMap((line) => parseEntry(line) ?? []);
}

function parseEntry(line: string): TreeEntry | undefined {
  const match = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line);
  if (!match) return undefined;
  const [, mode, type, hash, size, path] = match as unknown as [string, string, string, string, string, string];
  if (type === "tree") return { path, kind: "folder", hash, size: 0 };
  return type === "blob" ? { path, kind: mode === "120000" ? "link" : "file", hash, size: Number(size) } : undefined;
}

/** Returns the contents of files, in their order, or `undefined` if git doesn't have all of them. */
function readBlobs(folder: string, entries: readonly TreeEntry[]): Buffer[] | undefined {
  const { ok, output } = runGit(folder, ["cat-file", "--batch"], entries.map(({ hash }) => `${hash}\n`).join(""));
  if (!ok) return undefined;
  const contents = parseObjects(output).filter((content) => content !== undefined);
  return contents.length === entries.length ? contents : undefined;
}

/** A folder of a commit, exported to disk. */
export interface ExportedFolder {
  /** Corresponds to the root of the repository; paths below it are those of the commit. */
  readonly root: string;
  /** Also exports another file of the commit, given its absolute path below the root, if the commit has it. */
  add(file: string): void;
  remove(): void;
}

/** The maximum number of links to follow to a file. */
const maxLinks = 40;

/** The maximum size of all files together. */
const maxExportBytes = 256 * 1024 * 1024;

/**
 * Exports the files of a commit's folder that may belong to a contract to a temporary folder. The working tree is not
 * touched. Returns the reason as text if that is not possible.
 */
export function exportFolder(repository: string, commit: string, folder: string, contract: string): ExportedFolder | string {
  const entries = listTree(repository, commit, folder, true).filter((entry) => isWanted(entry, contract));
  if (entries.length > maxFiles) return `the folder exceeds the limit of ${maxFiles} YAML and JSON files`;
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxExportBytes) return `the YAML and JSON files in the folder exceed the limit of ${maxExportBytes} bytes`;
  const contents = readBlobs(repository, entries);
  if (!contents) return "git doesn't have all of its files; in a partial clone, fetch them first";

  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "openapi-actions-diff-")));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const links: [string, string][] = [];
    entries.forEach((entry, index) => {
      const target = path.join(root, entry.path);
      mkdirSync(path.dirname(target), { recursive: true });
      if (entry.kind === "file") writeFileSync(target, contents[index]!);
      else links.push([target, contents[index]!.toString("utf8")]);
    });
    // Links come last, so that no file is written through a link.
    for (const [link, to] of links) if (isInside(root, path.resolve(path.dirname(link), to))) symlinkSync(to, link);
    return { root, remove, add: (file) => addFile(repository, commit, root, file) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Exports a file outside of its folder that a contract refers to, and the links that lead to it. */
function addFile(repository: string, commit: string, root: string, file: string, links = 0): void {
  if (!isInside(root, file) || existsSync(file) || links > maxLinks) return;
  const names = path.relative(root, file).split(path.sep);
  for (let count = 1; count <= names.length; count++) {
    const [entry] = listTree(repository, commit, names.slice(0, count).join("/"), false);
    if (!entry) return;
    if (entry.kind === "folder") continue;
    const [content] = entry.size > maxFileBytes ? [] : (readBlobs(repository, [entry]) ?? []);
    if (!content) return;
    const at = path.join(root, entry.path);
    mkdirSync(path.dirname(at), { recursive: true });
    if (entry.kind === "file") return writeFileSync(at, content);
    const to = path.resolve(path.dirname(at), content.toString("utf8"));
    if (!isInside(root, to)) return;
    if (!lstatSync(at, { throwIfNoEntry: false })) symlinkSync(content.toString("utf8"), at);
    return addFile(repository, commit, root, path.join(to, ...names.slice(count)), links + 1);
  }
}

function isWanted({ path: file, kind, size }: TreeEntry, contract: string): boolean {
  const segments = file.split("/");
  // Git rejects such names; a hand-crafted commit may contain them.
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".." || /[\\\0]/.test(segment))) return false;
  if (kind === "folder" || size > maxFileBytes) return false;
  return kind === "link" || file === contract || /\.(?:ya?ml|json)$/i.test(file);
}
