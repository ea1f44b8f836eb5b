import { rmSync } from "node:fs";
import { readKept, writeKept } from "../kept-file.js";
import { createMemo, type RecordingMemo } from "../memo.js";
import { buildHash } from "../package.js";

/** The first line of a file. The texts follow, one after the other. */
interface Header {
  readonly maker: string;
  /** Each entry: its key, and the length of its text in bytes. */
  readonly entries: readonly (readonly [key: string, bytes: number])[];
}

/** The entries in the file from which a memo was read, without those of the second file. */
interface Base {
  readonly keys: ReadonlySet<string>;
  readonly characters: number;
}

const bases = new WeakMap<RecordingMemo, Base>();

/**
 * Returns the memo that a file contains, together with the file of recent entries beside it. An unreadable or damaged file, or one
 * of another build, is ignored. `maker` identifies the program: the same one produces the same text for the same key.
 */
export function readMemo(file: string, maker = thisMaker()): RecordingMemo {
  const known = readEntries(file, maker);
  const base = { keys: new Set(known.keys()), characters: lengthOf(known.values()) };
  for (const [key, text] of readEntries(recentFile(file), maker)) known.set(key, text);
  const memo = createMemo(known);
  bases.set(memo, base);
  return memo;
}

/** This build, on an engine with the same regular expressions. The source code has no build, as it may change. */
function thisMaker(): string | undefined {
  const build = buildHash();
  return build && `${build} ${process.versions.v8}`;
}

/** The file of the entries that a memo has in addition to its file. */
function recentFile(file: string): string {
  return `${file}.recent`;
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

function lengthOf(texts: Iterable<string>): number {
  let characters = 0;
  for (const text of texts) characters += text.length;
  return characters;
}

/** The part of a file that recent entries may have before it is written again, without the entries that nobody requests any more. */
const smallPart = 1 / 4;

/** Writes the entries of a memo that were used, or only those that its file lacks if they are few. A failure to write is ignored. */
export function writeMemo(file: string, memo: RecordingMemo, maker = thisMaker()): void {
  if (maker === undefined || !memo.isNew) return;
  const base = bases.get(memo);
  const recent = new Map([...memo.used].filter(([key]) => !base?.keys.has(key)));
  if (base && lengthOf(recent.values()) <= base.characters * smallPart) {
    writeEntries(recentFile(file), recent, maker);
    return;
  }
  writeEntries(file, memo.used, maker);
  try {
    rmSync(recentFile(file), { force: true });
  } catch {
    // The same key has the same text in both.
  }
}

function writeEntries(file: string, entries: ReadonlyMap<string, string>, maker: string): void {
  const texts = Array.from(entries, ([key, text]) => [key, Buffer.from(text)] as const);
  const header: Header = { maker, entries: texts.map(([key, { length }]) => [key, length]) };
  writeKept(file, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...texts.map(([, text]) => text)]));
}
