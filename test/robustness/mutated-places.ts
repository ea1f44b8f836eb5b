import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Diagnostic, Location } from "../../generator/diagnostics/diagnostic.js";

/** The problems of diagnostics' locations: each must be in the text of a file of some folders. */
export function wrongPlaces(diagnostics: readonly Diagnostic[], ...folders: readonly string[]): string[] {
  const files = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    let lines = files.get(file);
    if (!lines) {
      const found = folders.map((folder) => path.join(folder, file)).find((candidate) => existsSync(candidate));
      lines = found === undefined ? [] : readFileSync(found, "utf8").split(/\r\n|[\n\r]/);
      files.set(file, lines);
    }
    return lines;
  };
  const stands = ({ path: file, line, column }: Location): boolean => {
    const text = linesOf(file)[line - 1];
    return text !== undefined && column >= 1 && column <= text.length + 1;
  };
  return diagnostics.flatMap(({ code, location, related }) => {
    const places = [location, ...related.map((place) => place.location)];
    return places.filter((place) => !place || !stands(place)).map((place) => `${code} at ${JSON.stringify(place)}`);
  });
}
