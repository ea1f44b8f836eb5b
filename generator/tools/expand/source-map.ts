import { escapeSegment } from "../../../templates/runtime/json.js";
import path from "node:path";
import { compare, type Location } from "../../diagnostics/diagnostic.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { locationAt, mixedSpan, type Locations, type TextFile } from "../../document/locations.js";

/**
 * Returns the text of `openapi.<type>.map.json`: the location in the contract of each object of the document.
 *
 *     {
 *       "version": 1,
 *       "document": "openapi.postgres.json",
 *       "files": ["actions/postgres.yaml", "openapi.yaml"],
 *       "pointers": {
 *         "": [1, 1, 1],
 *         "/components/schemas/PostgresAddIpBody": [0, 34, 5],
 *
 * A location consists of the index of a file, a line and a column, both counted from 1. Files are relative to the folder of the
 * contract's main document. Any other pointer has the location of its nearest listed ancestor.
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
 * Returns the offset of the value under a key of `holder`: of the key, or of the value if a reference led elsewhere.
 * Returns `undefined` for a generated value.
 */
export function sourceOffset(
  locations: Locations,
  holder: object,
  key: string,
  value: JsonValue | undefined,
): SourceOffset | undefined {
  const outer = locations.span(holder);
  const inner = typeof value === "object" && value !== null ? locations.span(value) : undefined;
  const entry = outer?.entry(key);
  const file = entry?.file ?? outer?.file;
  if (inner && !(entry && inner.file === file && inner.start === entry.value[0])) {
    return { file: inner.file, offset: inner.start };
  }
  return entry && { file: file!, offset: entry.key[0] };
}

/**
 * Records the location of an object that represents a part of the contract. With `entriesOf`, its keys get the locations
 * of that object's keys.
 */
export function setSourceOffset(locations: Locations, made: object, at: SourceOffset | undefined, entriesOf?: object): void {
  if (!at) return;
  const entries = (entriesOf && locations.span(entriesOf)?.entries) ?? new Map();
  locations.set(made, mixedSpan(at.file, [at.offset, at.offset + 1], entries));
}

/** Returns the location of a name in the contract, for diagnostics. */
export function locationOf(name: string, at: SourceOffset | undefined): Location | undefined {
  return at && locationAt(at.file, at.offset, at.offset + name.length);
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
