import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkWritable } from "../typescript/scaffold/write-scaffold.js";
import { UsageError } from "./exit-codes.js";

/**
 * Writes a file atomically: readers find either the old text or the new one. Creates the folder, follows a link, and writes
 * directly to a device or pipe. Keeps the mode of the file, and doesn't replace a read-only file. Throws errors of node:fs.
 */
export function writeWhole(file: string, text: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) {
    writeFileSync(file, text);
    return;
  }
  if (there) checkWritable(file, there.mode);
  const target = there ? realpathSync(file) : file;
  const folder = path.dirname(target);
  mkdirSync(folder, { recursive: true });
  const draft = path.join(folder, `.${path.basename(target)}.${process.pid}.tmp`);
  try {
    writeFileSync(draft, text, { flag: "wx" });
    if (there) chmodSync(draft, there.mode & 0o7777);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** The same for a file that the command requires; a write error is a usage error. */
export function writeOrReject(file: string, text: string, shown = file): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`cannot write ${shown}: ${code}`);
  }
}
