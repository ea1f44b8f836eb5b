import * as fs from "node:fs";

/** The kind of file at a path; links are not followed. */
type EntryKind = "file" | "folder" | "symlink" | "other";

/**
 * The file-system steps that writing consists of, each atomic or harmless when cut short. A port, so that tests can
 * fail or stop a run at each single step. Synchronous: a run is a few milliseconds of small steps.
 */
export interface Disk {
  /** Absent: nothing there. Does not follow links. */
  kindOf(path: string): EntryKind | undefined;
  read(path: string): Uint8Array;
  /** True for a file that nobody may write, whoever asks: that root could, and that a rename would replace it, doesn't count. */
  isReadOnly(path: string): boolean;
  /** Names in a folder, unsorted. */
  list(path: string): string[];
  /** Device and inode, equal for two names of one file. */
  identify(path: string): string;
  /** Makes a folder and those above it; returns the topmost one made. */
  makeFolder(path: string): string | undefined;
  /** Writes a file that must not exist, down to the device. */
  writeNew(path: string, bytes: Uint8Array): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Removes a folder if it is there and empty; false if it stays. */
  removeFolder(path: string): boolean;
  /** Brings a folder's list of names down to the device, where the system can. */
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

/** True for an error of the system with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}
