import { runGit } from "./git.js";

/** A file or link of a commit. */
export interface TreeEntry {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly kind: "file" | "link" | "folder";
  readonly hash: string;
  /** Bytes; 0 for folders. */
  readonly size: number;
}

/** What a commit has at a path: nothing if it has none. With `isDeep` all that is below a folder. */
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

/** The contents of files, in their order. Nothing if git doesn't have all of them. */
export function readBlobs(folder: string, entries: readonly TreeEntry[]): Buffer[] | undefined {
  const { ok, output } = runGit(folder, ["cat-file", "--batch"], entries.map(({ hash }) => `${hash}\n`).join(""));
  if (!ok) return undefined;
  const contents: Buffer[] = [];
  let at = 0;
  for (const { hash } of entries) {
    const end = output.indexOf(10, at);
    const [found, , size] = output.subarray(at, end).toString("utf8").split(" ");
    if (end < 0 || found !== hash || size === undefined) return undefined;
    contents.push(output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}
