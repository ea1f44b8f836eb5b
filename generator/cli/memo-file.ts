import { readKept, writeKept } from "../kept-file.js";
import { createMemo, type RecordingMemo } from "../memo.js";
import { buildHash } from "../package.js";

/** The first line of a file. The texts follow, one after the other. */
interface Header {
  readonly maker: string;
  /** Each entry: its key, and the length of its text in bytes. */
  readonly entries: readonly (readonly [key: string, bytes: number])[];
}

/**
 * Returns the memo that a file contains. An unreadable or damaged file, or one of another build, is ignored. `maker`
 * identifies the program: the same one produces the same text for the same key.
 */
export function readMemo(file: string, maker = thisMaker()): RecordingMemo {
  return createMemo(readEntries(file, maker));
}

/** This build, on an engine with the same regular expressions. The source code has no build, as it may change. */
function thisMaker(): string | undefined {
  const build = buildHash();
  return build && `${build} ${process.versions.v8}`;
}

function readEntries(file: string, maker: string | undefined): Map<string, string> {
  const known = new Map<string, string>();
  try {
    const bytes = readKept(file);
    if (!bytes) return known;
    let at = bytes.indexOf("\n") + 1;
    const header = JSON.parse(bytes.toString("utf8", 0, at)) as Header;
    if (header.maker !== maker) return known;
    for (const [key, length] of header.entries) known.set(key, bytes.toString("utf8", at, (at += length)));
    return known;
  } catch {
    return new Map();
  }
}

/** Writes the entries of a memo that were used, if there is a new one. A failure to write is ignored. */
export function writeMemo(file: string, { used, isNew }: RecordingMemo, maker = thisMaker()): void {
  if (maker === undefined || !isNew) return;
  const texts = Array.from(used, ([key, text]) => [key, Buffer.from(text)] as const);
  const header: Header = { maker, entries: texts.map(([key, { length }]) => [key, length]) };
  writeKept(file, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...texts.map(([, text]) => text)]));
}
