import { escapeSegment } from "../../../templates/runtime/json.js";
import path from "node:path";
import { compare } from "../../diagnostics/diagnostic.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { locationAt, type Locations, type TextFile } from "../../document/locations.js";

/**
 * Text of `openapi.<type>.map.json`: where in the contract each object of the document was written.
 *
 *     {
 *       "version": 1,
 *       "document": "openapi.postgres.json",
 *       "files": ["actions/postgres.yaml", "openapi.yaml"],
 *       "pointers": {
 *         "": [1, 1, 1],
 *         "/components/schemas/PostgresAddIpBody": [0, 34, 5],
 *
 * A location is the index of a file, a line and a column, both counted from 1. Files are relative to the folder of the
 * contract's main document. Any other pointer belongs to the nearest one above it that is listed.
 */
export function printSourceMap(document: JsonObject, name: string, locations: Locations, entry: TextFile): string {
  const found = new Map<string, SourceLocation>();
  const visit = (value: JsonValue, pointer: string, at: SourceOffset): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) found.set(pointer, sourceLocation(at, entry));
    for (const [key, item] of Object.entries(value)) {
      visit(item, `${pointer}/${escapeSegment(key)}`, sourceOffset(locations, value, key, item) ?? at);
    }
  };
  visit(document, "", { file: entry, offset: 0 });

  const files = [...new Set([...found.values()].map(({ file }) => file))].sort(compare);
  const indexes = new Map(files.map((file, index) => [file, index]));
  const lines = [...found].map(([pointer, { file, line, column }]) => {
    return `    ${JSON.stringify(pointer)}: [${indexes.get(file)}, ${line}, ${column}]`;
  });
  return [
    "{",
    '  "version": 1,',
    `  "document": ${JSON.stringify(name)},`,
    `  "files": ${JSON.stringify(files)},`,
    `  "pointers": {\n${lines.join(",\n")}\n  }`,
    "}\n",
  ].join("\n");
}

/** A character of the contract. */
export interface SourceOffset {
  readonly file: TextFile;
  readonly offset: number;
}

/**
 * Where the value under a key of `holder` is written: at the key, or, where a reference led elsewhere, at the value.
 * `undefined` if nobody wrote it.
 */
export function sourceOffset(
  locations: Locations,
  holder: object,
  key: string,
  value: JsonValue | undefined,
): SourceOffset | undefined {
  const outer = locations.span(holder);
  const inner = typeof value === "object" && value !== null ? locations.span(value) : undefined;
  const entry = outer?.entries.get(key);
  const file = entry?.file ?? outer?.file;
  if (inner && !(entry && inner.file === file && inner.start === entry.value[0])) {
    return { file: inner.file, offset: inner.start };
  }
  return entry && { file: file!, offset: entry.key[0] };
}

/**
 * Records where an object that represents something of the contract was written. With `entriesOf`, its keys are located
 * where those of that object are.
 */
export function setSourceOffset(locations: Locations, made: object, at: SourceOffset | undefined, entriesOf?: object): void {
  if (!at) return;
  const entries = (entriesOf && locations.span(entriesOf)?.entries) ?? new Map();
  locations.set(made, { file: at.file, start: at.offset, end: at.offset + 1, entries });
}

/** A location for people and for other programs. */
interface SourceLocation {
  /** Relative to the folder of the contract's main document, with `/`. */
  readonly file: string;
  /** From 1, as `column`. */
  readonly line: number;
  readonly column: number;
}

/** Returns the location in a contract whose main document is `entry`. */
function sourceLocation({ file, offset }: SourceOffset, entry: TextFile): SourceLocation {
  const { line, column } = locationAt(file, offset);
  const relative = path.relative(path.dirname(entry.absolutePath), file.absolutePath);
  return { file: relative.split(path.sep).join("/"), line, column };
}
