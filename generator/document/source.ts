import type { Location } from "../diagnostics/diagnostic.js";
import type { JsonValue } from "./json-value.js";

/**
 * Lists of offsets in a file, one after the other. A large contract has hundreds of thousands; as arrays of their own they
 * would take four times as much memory.
 */
class OffsetLists {
  /** Each list stands behind its length. */
  #words = new Uint32Array(256);
  #used = 0;

  /** Adds a list and returns where it stands. */
  add(offsets: readonly number[]): number {
    const at = this.#used;
    this.#used += offsets.length + 1;
    if (this.#used > this.#words.length) {
      const larger = new Uint32Array(2 * this.#used);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[at] = offsets.length;
    this.#words.set(offsets, at + 1);
    return at;
  }

  /** The list that stands there. */
  read(at: number): Uint32Array {
    return this.#words.subarray(at + 1, at + 1 + this.#words[at]!);
  }
}

/** A text file of the contract. */
export interface SourceFile {
  /** Path as shown to people. */
  readonly path: string;
  /** Path on disk, symlinks resolved. */
  readonly absolutePath: string;
  readonly text: string;
}

/** Where an object or array of the contract stands, and where each of its entries does. */
export interface Origin {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  /** By key (or index as text). */
  readonly entries: ReadonlyMap<string, EntrySpan>;
}

/** Offsets into the file's text: of the key (of the value, in arrays) and of the value. */
export interface EntrySpan {
  readonly key: readonly [start: number, end: number];
  readonly value: readonly [start: number, end: number];
}

/**
 * The origin of a container from what its reader collected: the keys (`undefined` for an array) and for each four
 * offsets, of the key and of the value. The map of entries is made when it is asked for, which is rare.
 */
export function createOrigin(
  file: SourceFile,
  [start, end]: readonly [start: number, end: number],
  keys: readonly string[] | undefined,
  spans: readonly number[],
): Origin {
  // A list that grew has room for more; a copy has not.
  return new CollectedOrigin(file, start, end, keys?.slice(), offsetsOf(file).add(spans));
}

const offsets = new WeakMap<SourceFile, OffsetLists>();

function offsetsOf(file: SourceFile): OffsetLists {
  let lists = offsets.get(file);
  if (!lists) offsets.set(file, (lists = new OffsetLists()));
  return lists;
}

class CollectedOrigin implements Origin {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly #keys: readonly string[] | undefined;
  readonly #spans: number;
  #entries: Map<string, EntrySpan> | undefined;

  constructor(file: SourceFile, start: number, end: number, keys: readonly string[] | undefined, spans: number) {
    this.file = file;
    this.start = start;
    this.end = end;
    this.#keys = keys;
    this.#spans = spans;
  }

  get entries(): ReadonlyMap<string, EntrySpan> {
    if (this.#entries) return this.#entries;
    this.#entries = new Map();
    const spans = offsetsOf(this.file).read(this.#spans);
    for (let at = 0; at < spans.length; at += 4) {
      const key = this.#keys?.[at / 4] ?? String(at / 4);
      this.#entries.set(key, { key: [spans[at]!, spans[at + 1]!], value: [spans[at + 2]!, spans[at + 3]!] });
    }
    return this.#entries;
  }
}

/**
 * Knows for every object and array made from a contract where it stands in the source. Later stages copy
 * values; `copy` carries the place over, so that a diagnostic always names the line that a person wrote.
 */
export class Places {
  #origins = new Map<object, Origin>();

  set(container: object, origin: Origin): void {
    this.#origins.set(container, origin);
  }

  copy(from: object, to: object): void {
    const origin = this.#origins.get(from);
    if (origin) this.#origins.set(to, origin);
  }

  /** Gives a container that nobody wrote the place of another, but not of its entries. */
  borrow(from: object, to: object): void {
    const origin = this.#origins.get(from);
    if (origin) this.#origins.set(to, createOrigin(origin.file, [origin.start, origin.end], [], []));
  }

  /** Forgets all containers but those of a value, so that what the value was copied from needs no memory any more. */
  keepOnly(value: JsonValue): void {
    const all = this.#origins;
    this.#origins = new Map();
    const keep = (part: JsonValue): void => {
      if (typeof part !== "object" || part === null || this.#origins.has(part)) return;
      const origin = all.get(part);
      if (origin) this.#origins.set(part, origin);
      for (const inner of Object.values(part)) keep(inner);
    };
    keep(value);
  }

  origin(container: object): Origin | undefined {
    return this.#origins.get(container);
  }

  /** The place of a container, or of one of its values; an unknown key falls back to the container. */
  value(container: object, key?: string | number): Location | undefined {
    return this.#locate(container, key, "value");
  }

  /** How a value of a container is written; `undefined` where nobody wrote it. */
  text(container: object, key: string): string | undefined {
    const origin = this.#origins.get(container);
    const entry = origin?.entries.get(key);
    return origin && entry && origin.file.text.slice(...entry.value).trim();
  }

  /** The place of a key; an unknown key falls back to the container. */
  key(container: object, key: string): Location | undefined {
    return this.#locate(container, key, "key");
  }

  #locate(container: object, key: string | number | undefined, side: keyof EntrySpan): Location | undefined {
    const origin = this.#origins.get(container);
    if (!origin) return undefined;
    const entry = key === undefined ? undefined : origin.entries.get(String(key));
    return locationAt(origin.file, ...(entry ? entry[side] : ([origin.start, origin.end] as const)));
  }
}

const lineStarts = new WeakMap<SourceFile, number[]>();

function lineStartsOf(file: SourceFile): number[] {
  let starts = lineStarts.get(file);
  if (!starts) {
    starts = [0];
    for (let at = file.text.indexOf("\n"); at >= 0; at = file.text.indexOf("\n", at + 1)) starts.push(at + 1);
    lineStarts.set(file, starts);
  }
  return starts;
}

/** Turns offsets of a file's text into a line and column. */
export function locationAt(file: SourceFile, start: number, end = start + 1): Location {
  const starts = lineStartsOf(file);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= start) low = middle;
    else high = middle - 1;
  }
  const lineStart = starts[low]!;
  let lineEnd = starts[low + 1] ?? file.text.length;
  while (lineEnd > lineStart && (file.text[lineEnd - 1] === "\n" || file.text[lineEnd - 1] === "\r")) lineEnd--;
  const stop = Math.max(Math.min(end, lineEnd), start + 1);
  return {
    path: file.path,
    line: low + 1,
    column: start - lineStart + 1,
    endColumn: stop - lineStart + 1,
    lineText: file.text.slice(lineStart, lineEnd),
  };
}
