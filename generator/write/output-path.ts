/** The file in the output folder that lists all the others with their hashes. */
export const MANIFEST = "manifest.json";

/** The folder in the output folder that exists while a run writes: lock, journal, staged files, backups. */
export const STATE_FOLDER = ".openapi-actions";

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
