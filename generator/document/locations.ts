import type { Location } from "../diagnostics/diagnostic.js";
import type { JsonValue } from "./json-value.js";

/**
 * Lists of offsets in a file, stored consecutively. A large contract has hundreds of thousands; separate arrays
 * would take four times as much memory.
 */
class OffsetLists {
  /** Each list is preceded by its length. */
  #words = new Uint32Array(256);
  #used = 0;

  /** Adds a list and returns its position. */
  add(offsets: readonly number[]): number {
    const at = this.#reserve(offsets.length + 1);
    this.#words[at] = offsets.length;
    this.#words.set(offsets, at + 1);
    return at;
  }

  /** Adds words that contain lists, each preceded by its length, and returns their position. */
  addWords(words: readonly number[]): number {
    const at = this.#reserve(words.length);
    this.#words.set(words, at);
    return at;
  }

  #reserve(count: number): number {
    const at = this.#used;
    this.#used += count;
    if (this.#used > this.#words.length) {
      const larger = new Uint32Array(2 * this.#used);
      larger.set(this.#words);
      this.#words = larger;
    }
    return at;
  }

  /** Returns the list at a position. */
  read(at: number): Uint32Array {
    return this.#words.subarray(at + 1, at + 1 + this.#words[at]!);
  }
}

/** The keys of a map in the order of the source. */
class Keys {
  readonly names: readonly string[];
  #indexes: ReadonlyMap<string, number> | undefined;

  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** Returns the index of a key, the last one if it occurs twice; -1 for an unknown key. */
  indexOf(key: string): number {
    if (this.names.length <= fewKeys) return this.names.lastIndexOf(key);
    this.#indexes ??= new Map(this.names.map((name, index) => [name, index]));
    return this.#indexes.get(key) ?? -1;
  }
}

/** Up to this number, keys are found without an index. */
const fewKeys = 16;

/** The keys of maps: most maps of a contract share a few lists of keys. */
class KeyLists {
  readonly #known = new Map<string, Keys>();

  share(names: readonly string[]): Keys {
    // A list that grew has spare capacity; a copy doesn't.
    if (names.length > fewKeys) return new Keys(names.slice());
    const text = JSON.stringify(names);
    let keys = this.#known.get(text);
    if (!keys) this.#known.set(text, (keys = new Keys(names.slice())));
    return keys;
  }
}

/** A text file of the contract. */
export interface TextFile {
  /** The displayed path. */
  readonly path: string;
  /** The path on disk, symlinks resolved. */
  readonly absolutePath: string;
  readonly text: string;
}

/** The location of an object or array of the contract, and of its entries. */
export interface ContainerSpan {
  readonly file: TextFile;
  readonly start: number;
  readonly end: number;
  /** By key (or index as text); a new map each time, as most containers need only an entry or two. */
  readonly entries: ReadonlyMap<string, EntrySpan>;
  entry(key: string): EntrySpan | undefined;
}

/** Offsets into the file's text: of the key (of the value, in arrays) and of the value. */
export interface EntrySpan {
  /** The file that contains the entry, if it is not its container's. */
  readonly file?: TextFile;
  readonly key: readonly [start: number, end: number];
  readonly value: readonly [start: number, end: number];
}

/**
 * The span of a container, from data that its parser collected: the keys (`undefined` for an array), and four offsets for
 * each, of the key and of the value.
 */
export function createSpan(
  file: TextFile,
  [start, end]: readonly [start: number, end: number],
  keys: readonly string[] | undefined,
  spans: readonly number[],
): ContainerSpan {
  const { offsets, keyLists } = collectedOf(file);
  return new CollectedSpan(file, keys && keyLists.share(keys), offsets.add([start, end, ...spans]));
}

/** The spans of a part of a file, as one list of numbers: a hundred times fewer objects than a list for each. */
export interface SpanList {
  /** The lists of keys of the containers. */
  readonly keys: readonly (readonly string[])[];
  /**
   * For each container: the index of its keys (-1 for an array), the number of offsets that follow, and offsets as `createSpan` takes
   * them, relative to the start of the part.
   */
  readonly words: readonly number[];
}

/** Returns a function of the position of a container in a list: its span, for a part that starts at an offset of a file. */
export function createSpans(file: TextFile, { keys, words }: SpanList, start: number): (at: number) => ContainerSpan {
  const { offsets, keyLists } = collectedOf(file);
  const shared = keys.map((names) => keyLists.share(names));
  const base = offsets.addWords(words);
  return (at) => new CollectedSpan(file, shared[words[at]!], base + at + 1, start);
}

/** The span of a container whose entries may be in other files. */
export function mixedSpan(
  file: TextFile,
  [start, end]: readonly [start: number, end: number],
  entries: ReadonlyMap<string, EntrySpan>,
): ContainerSpan {
  return { file, start, end, entries, entry: (key) => entries.get(key) };
}

/** The data of a file's spans. */
interface Collected {
  readonly offsets: OffsetLists;
  readonly keyLists: KeyLists;
}

const collected = new WeakMap<TextFile, Collected>();

function collectedOf(file: TextFile): Collected {
  let parts = collected.get(file);
  if (!parts) collected.set(file, (parts = { offsets: new OffsetLists(), keyLists: new KeyLists() }));
  return parts;
}

class CollectedSpan implements ContainerSpan {
  readonly file: TextFile;
  readonly #keys: Keys | undefined;
  /** The position of its start, its end and the offsets of its entries. */
  readonly #at: number;
  /** The offset of the part of the file to which its offsets are relative. */
  readonly #from: number;

  constructor(file: TextFile, keys: Keys | undefined, at: number, from = 0) {
    this.file = file;
    this.#keys = keys;
    this.#at = at;
    this.#from = from;
  }

  get start(): number {
    return this.#offsets()[0]! + this.#from;
  }

  get end(): number {
    return this.#offsets()[1]! + this.#from;
  }

  get entries(): ReadonlyMap<string, EntrySpan> {
    const offsets = this.#offsets();
    const names = this.#keys?.names ?? Array.from({ length: (offsets.length - 2) / 4 }, (_, index) => String(index));
    return new Map(names.map((name, index) => [name, entryAt(offsets, index, this.#from)]));
  }

  entry(key: string): EntrySpan | undefined {
    const offsets = this.#offsets();
    const index = this.#keys ? this.#keys.indexOf(key) : indexIn((offsets.length - 2) / 4, key);
    return index < 0 ? undefined : entryAt(offsets, index, this.#from);
  }

  #offsets(): Uint32Array {
    return collectedOf(this.file).offsets.read(this.#at);
  }
}

function entryAt(offsets: Uint32Array, index: number, from: number): EntrySpan {
  const at = 2 + 4 * index;
  return {
    key: [offsets[at]! + from, offsets[at + 1]! + from],
    value: [offsets[at + 2]! + from, offsets[at + 3]! + from],
  };
}

function indexIn(length: number, key: string): number {
  const index = Number(key);
  return String(index) === key && Number.isInteger(index) && index >= 0 && index < length ? index : -1;
}

/**
 * Records the source location of every object and array of a contract. Later stages copy
 * values; `copy` carries the location over, so that a diagnostic always points to a line of the source.
 */
export class Locations {
  #spans = new Map<object, ContainerSpan>();
  /** The text ranges of parts that have a stand-in, including their keys, by the span of the stand-in. */
  readonly #standIns = new Map<ContainerSpan, { readonly start: number; readonly end: number }>();

  set(container: object, span: ContainerSpan): void {
    this.#spans.set(container, span);
  }

  copy(from: object, to: object): void {
    const span = this.#spans.get(from);
    if (span) this.#spans.set(to, span);
  }

  /** Gives a generated container the location of another, but not of its entries. */
  borrow(from: object, to: object): void {
    const span = this.#spans.get(from);
    if (span) this.#spans.set(to, createSpan(span.file, [span.start, span.end], [], []));
  }

  /**
   * Gives an empty container the location of an invalid part, such as a reference without a target, so that the rest of
   * the contract can be checked. Returns the container.
   */
  standIn<Empty extends JsonValue & object>(holder: object, key: string | undefined, empty: Empty): Empty {
    const span = this.#spans.get(holder);
    if (!span) return empty;
    const entry = key === undefined ? undefined : span.entries.get(key);
    const [start, end] = entry?.value ?? [span.start, span.end];
    const replaced = createSpan(entry?.file ?? span.file, [start, end], [], []);
    this.#spans.set(empty, replaced);
    this.#standIns.set(replaced, { start: Math.min(start, entry?.key[0] ?? start), end });
    return empty;
  }

  get hasStandIns(): boolean {
    return this.#standIns.size > 0;
  }

  isStandIn(container: object): boolean {
    const span = this.#spans.get(container);
    return span !== undefined && this.#standIns.has(span);
  }

  /** Returns whether a location is within a part that has a stand-in. */
  isReplaced(location: Location | undefined): boolean {
    if (!location) return false;
    return [...this.#standIns].some(([{ file }, { start, end }]) => {
      if (file.path !== location.path) return false;
      const at = offsetAt(file, location);
      return start <= at && at < end;
    });
  }

  /** Gives a container the locations of entries of other containers, and itself that of the first. */
  gather(to: object, entries: readonly (readonly [key: string, holder: object, at: string])[]): void {
    const found = entries.flatMap(([key, holder, at]) => {
      const span = this.#spans.get(holder);
      const entry = span?.entry(at);
      return span && entry ? [[key, { file: span.file, ...entry }] as const] : [];
    });
    const [first] = found;
    if (first) this.#spans.set(to, mixedSpan(first[1].file, first[1].value, new Map(found)));
  }

  /**
   * Gives a container with the entries of two others the location of the later one, and each entry its own, or if it is
   * generated, that of its value or holder.
   */
  merge(earlier: object, later: object, to: object): void {
    const span = this.#spans.get(later);
    if (!span) return;
    const entries = [earlier, later].flatMap((part) => {
      const holder = this.#spans.get(part);
      return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
        const entry = holder?.entry(key);
        if (entry) return [[key, { file: holder!.file, ...entry }] as const];
        const at = this.#spans.get(value as object) ?? holder;
        return at ? [[key, { file: at.file, key: [at.start, at.end], value: [at.start, at.end] }] as const] : [];
      });
    });
    this.#spans.set(to, mixedSpan(span.file, [span.start, span.end], new Map(entries)));
  }

  /** Discards all containers except those of a value, to free the memory of the originals. */
  keepOnly(value: JsonValue): void {
    const all = this.#spans;
    this.#spans = new Map();
    const keep = (part: JsonValue): void => {
      if (typeof part !== "object" || part === null || this.#spans.has(part)) return;
      const span = all.get(part);
      if (span) this.#spans.set(part, span);
      for (const inner of Object.values(part)) keep(inner);
    };
    keep(value);
  }

  span(container: object): ContainerSpan | undefined {
    return this.#spans.get(container);
  }

  /** Returns the location of a container, or of one of its values; an unknown key falls back to the container. */
  value(container: object, key?: string | number): Location | undefined {
    return this.#locate(container, key, "value");
  }

  /** Returns the source text of a container's value; `undefined` for a generated one. */
  text(container: object, key: string): string | undefined {
    const span = this.#spans.get(container);
    const entry = span?.entry(key);
    return span && entry && (entry.file ?? span.file).text.slice(...entry.value).trim();
  }

  /** Returns the location of a key; an unknown key falls back to the container. */
  key(container: object, key: string): Location | undefined {
    return this.#locate(container, key, "key");
  }

  #locate(container: object, key: string | number | undefined, part: "key" | "value"): Location | undefined {
    const span = this.#spans.get(container);
    if (!span) return undefined;
    const entry = key === undefined ? undefined : span.entry(String(key));
    return entry
      ? locationAt(entry.file ?? span.file, entry[part][0], entry[part][1])
      : locationAt(span.file, span.start, span.end);
  }
}

const lineStarts = new WeakMap<TextFile, Uint32Array>();

function lineStartsOf(file: TextFile): Uint32Array {
  let starts = lineStarts.get(file);
  if (!starts) {
    const found = [0];
    for (let at = file.text.indexOf("\n"); at >= 0; at = file.text.indexOf("\n", at + 1)) found.push(at + 1);
    lineStarts.set(file, (starts = Uint32Array.from(found)));
  }
  return starts;
}

/** Converts a line and column to the offset in a file's text. */
function offsetAt(file: TextFile, { line, column }: Location): number {
  return (lineStartsOf(file)[line - 1] ?? file.text.length) + column - 1;
}

/** Converts offsets in a file's text to a line and column. */
export function locationAt(file: TextFile, start: number, end = start + 1): Location {
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
