import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes a file so that readers find the old text or the new one, never a part. Makes the folder, follows a link, and
 * writes into a device or pipe as it is. Throws as node:fs does.
 */
export function writeWhole(file: string, text: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) {
    writeFileSync(file, text);
    return;
  }
  const target = there ? realpathSync(file) : file;
  const folder = path.dirname(target);
  mkdirSync(folder, { recursive: true });
  const draft = path.join(folder, `.${path.basename(target)}.${process.pid}.tmp`);
  try {
    writeFileSync(draft, text, { flag: "wx" });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
