import { createHash } from "node:crypto";
import { appendFileSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The length of the hash at the beginning of a file. */
const hashLength = 32;

/**
 * Returns the content of a file that an earlier run stored under this name; `undefined` if it is missing or damaged.
 */
export function readKept(file: string): Buffer | undefined {
  try {
    // Reading a pipe may never end.
    if (!lstatSync(file).isFile()) return undefined;
    const bytes = readFileSync(file);
    const content = bytes.subarray(hashLength);
    return hashOf(file, content).equals(bytes.subarray(0, hashLength)) ? content : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a file for later runs. A link is replaced, not followed. Does nothing if it can't be written, since a kept file only saves
 * time.
 */
export function writeKept(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    try {
      writeFileSync(draft, hashOf(file, bytes), { flag: "wx" });
      appendFileSync(draft, bytes);
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch {
    // The next run does the work again.
  }
}

/** The name counts, so that no file is taken for another one. */
function hashOf(file: string, content: Uint8Array): Buffer {
  return createHash("sha256")
    .update(`${path.basename(file)}\n`)
    .update(content)
    .digest();
}
