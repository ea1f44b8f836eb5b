import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { maxFileBytes, maxFiles } from "../../../document/limits.js";
import { listTree, readBlobs, type TreeEntry } from "./git-tree.js";

/** A folder of a commit, written out. */
export interface ExportedFolder {
  /** Stands for the root of the repository; paths below it are those of the commit. */
  readonly root: string;
  remove(): void;
}

/** Bytes of all files together. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Writes the files of a commit's folder that a contract can consist of into a temporary folder. The working tree is not
 * touched. Returns in words why it can't be done.
 */
export function exportFolder(repository: string, commit: string, folder: string, contract: string): ExportedFolder | string {
  const entries = listTree(repository, commit, folder, true).filter((entry) => isWanted(entry, contract));
  if (entries.length > maxFiles) return `the folder has more than ${maxFiles} YAML and JSON files`;
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostBytes) return `the YAML and JSON files of the folder have more than ${mostBytes} bytes`;
  const contents = readBlobs(repository, entries);
  if (!contents) return "git doesn't have all of its files; a partial clone has to fetch them first";

  const root = mkdtempSync(path.join(tmpdir(), "openapi-actions-diff-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const links: [string, string][] = [];
    entries.forEach((entry, index) => {
      const target = path.join(root, entry.path);
      mkdirSync(path.dirname(target), { recursive: true });
      if (entry.kind === "file") writeFileSync(target, contents[index]!);
      else links.push([target, contents[index]!.toString("utf8")]);
    });
    // Last, so that no file is written through a link.
    for (const [link, to] of links) if (isInside(root, path.resolve(path.dirname(link), to))) symlinkSync(to, link);
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function isWanted({ path: file, kind, size }: TreeEntry, contract: string): boolean {
  const segments = file.split("/");
  // Git refuses such names; a commit that was made by hand may have them.
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".." || /[\\\0]/.test(segment))) return false;
  if (kind === "folder" || size > maxFileBytes) return false;
  return kind === "link" || file === contract || /\.(?:ya?ml|json)$/i.test(file);
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
