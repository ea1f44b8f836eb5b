import * as fs from "node:fs";

/** The kind of file at a path; links are not followed. */
type EntryKind = "file" | "folder" | "symlink" | "other";

/**
 * The file-system steps of writing, each atomic or harmless if interrupted. An interface, so that tests can make a single step
 * fail or stop there. Synchronous, because a run takes a few milliseconds of small steps.
 */
export interface Disk {
  /** Absent if nothing exists. Doesn't follow links. */
  kindOf(path: string): EntryKind | undefined;
  read(path: string): Uint8Array;
  /**
   * True for a file that nobody may write, regardless of the caller's privileges: root could write it, and a rename could
   * replace it.
   */
  isReadOnly(path: string): boolean;
  /** Returns the names in a folder, unsorted. */
  list(path: string): string[];
  /** Returns device and inode, which are equal for two names of one file. */
  identify(path: string): string;
  /** Creates a folder and its parents; returns the topmost created one. */
  makeFolder(path: string): string | undefined;
  /** Creates a file and flushes it to the device; fails if the file exists. */
  writeNew(path: string, bytes: Uint8Array): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Removes a folder if it exists and is empty; returns false if it remains. */
  removeFolder(path: string): boolean;
  /** Flushes a folder's list of names to the device if the system supports it. */
  syncFolder(path: string): void;
}

/** The disk of this machine. */
export const nodeDisk: Disk = {
  kindOf(path) {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    return stats.isSymbolicLink() ? "symlink" : stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
  },
  read: (path) => fs.readFileSync(path),
  isReadOnly: (path) => (fs.lstatSync(path).mode & 0o222) === 0,
  list: (path) => fs.readdirSync(path),
  identify(path) {
    const stats = fs.lstatSync(path, { bigint: true });
    return `${stats.dev}:${stats.ino}`;
  },
  makeFolder: (path) => fs.mkdirSync(path, { recursive: true }),
  writeNew(path, bytes) {
    const handle = fs.openSync(path, "wx", 0o644);
    try {
      fs.writeFileSync(handle, bytes);
      fs.fsyncSync(handle);
    } catch (error) {
      throw Object.assign(error as Error, { path });
    } finally {
      fs.closeSync(handle);
    }
  },
  rename: (from, to) => fs.renameSync(from, to),
  remove: (path) => fs.unlinkSync(path),
  removeFolder(path) {
    try {
      fs.rmdirSync(path);
      return true;
    } catch (error) {
      if (hasCode(error, "ENOENT")) return true;
      if (hasCode(error, "ENOTEMPTY", "EEXIST", "ENOTDIR", "EBUSY", "EACCES", "EPERM", "EROFS")) return false;
      throw error;
    }
  },
  syncFolder(path) {
    if (process.platform === "win32") return;
    const handle = fs.openSync(path, "r");
    try {
      fs.fsyncSync(handle);
    } catch (error) {
      if (!hasCode(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "EPERM")) throw error;
    } finally {
      fs.closeSync(handle);
    }
  },
};

/** Returns whether an error of the system has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}
