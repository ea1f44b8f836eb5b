import path from "node:path";
import type { JsonValue } from "../../document/json-value.js";
import { locationAt, type Places, type SourceFile } from "../../document/source.js";

/** A character of the contract. */
export interface Written {
  readonly file: SourceFile;
  readonly offset: number;
}

/**
 * Where the value under a key of `holder` is written: at the key, or, where a reference led elsewhere, at the value.
 * `undefined` if nobody wrote it.
 */
export function writtenAt(places: Places, holder: object, key: string, value: JsonValue | undefined): Written | undefined {
  const outer = places.origin(holder);
  const inner = typeof value === "object" && value !== null ? places.origin(value) : undefined;
  const entry = outer?.entries.get(key);
  if (inner && !(entry && inner.file === outer!.file && inner.start === entry.value[0])) {
    return { file: inner.file, offset: inner.start };
  }
  return entry && { file: outer!.file, offset: entry.key[0] };
}

/**
 * Says where an object that stands for something of the contract was written. With `entriesOf`, its keys stand where
 * those of that object do.
 */
export function setWritten(places: Places, made: object, at: Written | undefined, entriesOf?: object): void {
  if (!at) return;
  const entries = (entriesOf && places.origin(entriesOf)?.entries) ?? new Map();
  places.set(made, { file: at.file, start: at.offset, end: at.offset + 1, entries });
}

/** A place for people and for other programs. */
export interface SourcePlace {
  /** Relative to the folder of the contract's main document, with `/`. */
  readonly file: string;
  /** From 1, as `column`. */
  readonly line: number;
  readonly column: number;
}

/** Names a place in a contract whose main document is `entry`. */
export function sourcePlace({ file, offset }: Written, entry: SourceFile): SourcePlace {
  const { line, column } = locationAt(file, offset);
  const relative = path.relative(path.dirname(entry.absolutePath), file.absolutePath);
  return { file: relative.split(path.sep).join("/"), line, column };
}
