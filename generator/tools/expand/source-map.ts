import { escapeSegment } from "../../../templates/runtime/json-pointer.js";
import { compare } from "../../diagnostics/diagnostic.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import type { Places, SourceFile } from "../../document/source.js";
import { sourcePlace, writtenAt, type SourcePlace, type Written } from "./written-at.js";

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
 * A place is the index of a file, a line and a column, both counted from 1. Files are relative to the folder of the
 * contract's main document. Any other pointer belongs to the nearest one above it that is listed.
 */
export function printSourceMap(document: JsonObject, name: string, places: Places, entry: SourceFile): string {
  const found = new Map<string, SourcePlace>();
  const visit = (value: JsonValue, pointer: string, at: Written): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) found.set(pointer, sourcePlace(at, entry));
    for (const [key, item] of Object.entries(value)) {
      visit(item, `${pointer}/${escapeSegment(key)}`, writtenAt(places, value, key, item) ?? at);
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
