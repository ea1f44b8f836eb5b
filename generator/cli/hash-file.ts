import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

/** The hash of a file's content; `null` where there is no regular file. A byte order mark doesn't count. */
export function hashFile(file: string): string | null {
  // Reading a pipe may never end.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  try {
    const bytes = readFileSync(file);
    return hash(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** SHA-256, in hex. */
export function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
