import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createMemo, type RecordingMemo } from "../memo.js";
import { buildHash } from "../package.js";
import { writeWhole } from "./write-whole.js";

/**
 * The second line of a file. The first is the hash of everything after it; the texts follow the second, one after the other.
 */
interface Header {
  readonly maker: string;
  /** Each entry: its key, and the length of its text in bytes. */
  readonly entries: readonly (readonly [key: string, bytes: number])[];
}

/**
 * Returns the memo that a file contains. An unreadable or damaged file, or one of another build, is ignored. `maker` identifies
 * what produces the texts: the same maker produces the same text for the same key.
 */
export function readMemo(file: string, maker = thisMaker()): RecordingMemo {
  try {
    return createMemo(readEntries(readFileSync(file), maker));
  } catch {
    return createMemo();
  }
}

/** This build, on an engine with the same regular expressions. The source code has no build, as it may change. */
function thisMaker(): string | undefined {
  const build = buildHash();
  return build && `${build} ${process.versions.v8}`;
}

function readEntries(bytes: Buffer, maker: string | undefined): Map<string, string> {
  const known = new Map<string, string>();
  const start = bytes.indexOf("\n") + 1;
  if (bytes.toString("latin1", 0, start) !== `${hashOf(bytes.subarray(start))}\n`) return known;
  let at = bytes.indexOf("\n", start) + 1;
  const header = JSON.parse(bytes.toString("utf8", start, at)) as Header;
  if (header.maker !== maker) return known;
  for (const [key, length] of header.entries) known.set(key, bytes.toString("utf8", at, (at += length)));
  return known;
}

/** Writes the entries of a memo that were used, and no others. A failure to write is ignored. */
export function writeMemo(file: string, memo: RecordingMemo, maker = thisMaker()): void {
  if (maker === undefined || !memo.isNew) return;
  const texts = [...memo.used].map(([key, text]) => [key, Buffer.from(text)] as const);
  const header: Header = { maker, entries: texts.map(([key, { length }]) => [key, length]) };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...texts.map(([, text]) => text)]);
  try {
    writeWhole(file, Buffer.concat([Buffer.from(`${hashOf(content)}\n`), content]));
  } catch {
    // The memo only saves time.
  }
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
