import { isObject, type JsonObject, type JsonValue } from "../json-value.js";
import { maxNesting } from "../limits.js";
import { type EntrySpan, type Locations, mixedSpan, type TextFile } from "../locations.js";

/** The source of an added entry: the overlay or, for a copy, another location in the document. */
export interface WrittenEntry extends EntrySpan {
  readonly file: TextFile;
}

/** Thrown when a value would be nested too deep. */
export class TooDeep extends Error {}

/** Thrown when overlays add too many values. */
export class TooMuch extends Error {}

/** The number of objects, lists and values that all overlays of a contract may add. */
export const maxAddedValues = 500_000;

/** Changes a document in memory, and records the source location of each entry. */
export class DocumentEditor {
  readonly #locations: Locations;
  readonly #edited = new Map<object, Map<string, EntrySpan>>();
  #added = 0;

  constructor(locations: Locations) {
    this.#locations = locations;
  }

  /** Sets an entry to a copy of a value. */
  set(holder: JsonObject | JsonValue[], key: string | number, value: JsonValue, depth: number, written?: WrittenEntry): void {
    (holder as Record<string | number, JsonValue>)[key] = this.copy(value, depth);
    const entries = this.#entriesOf(holder);
    if (written) entries.set(String(key), written);
    else entries.delete(String(key));
  }

  append(list: JsonValue[], value: JsonValue, depth: number, written?: WrittenEntry): void {
    this.set(list, list.length, value, depth, written);
  }

  remove(holder: JsonObject | JsonValue[], keys: ReadonlySet<string>): void {
    const entries = this.#entriesOf(holder);
    if (!Array.isArray(holder)) {
      for (const key of keys) {
        delete holder[key];
        entries.delete(key);
      }
      return;
    }
    const kept = holder.map((item, index) => ({ item, key: String(index) })).filter(({ key }) => !keys.has(key));
    const spans = kept.map(({ key }) => entries.get(key));
    entries.clear();
    spans.forEach((span, index) => span && entries.set(String(index), span));
    holder.splice(0, holder.length, ...kept.map(({ item }) => item));
  }

  /** A deep copy of a value, with the value's source locations. */
  copy(value: JsonValue, depth: number): JsonValue {
    if (depth > maxNesting) throw new TooDeep();
    if (++this.#added > maxAddedValues) throw new TooMuch();
    if (typeof value !== "object" || value === null) return value;
    const copy = Array.isArray(value)
      ? value.map((item) => this.copy(item, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.copy(item, depth + 1)]));
    this.#locations.copy(value, copy);
    return copy;
  }

  /** The source location of an entry of a value. */
  written(holder: object, key: string | number): WrittenEntry | undefined {
    const span = this.#locations.span(holder);
    const entry = span?.entry(String(key));
    return span && entry && { file: span.file, ...entry };
  }

  #entriesOf(holder: object): Map<string, EntrySpan> {
    let entries = this.#edited.get(holder);
    if (!entries) {
      const span = this.#locations.span(holder);
      entries = new Map(span?.entries);
      this.#edited.set(holder, entries);
      if (span) this.#locations.set(holder, mixedSpan(span.file, [span.start, span.end], entries));
    }
    return entries;
  }
}

/** The kinds of values: a value merges with its own kind. */
export type ValueKind = "a map" | "a list" | "a plain value";

export function kindOf(value: JsonValue): ValueKind {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "a map" : "a plain value";
}
