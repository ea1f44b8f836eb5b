import { parsePointer } from "../../../templates/runtime/json-pointer.js";
import path from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Report } from "../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { parseJson } from "../../document/parse-json.js";
import { parseYaml } from "../../document/parse-yaml.js";
import { locationAt, Places, type SourceFile } from "../../document/source.js";
import type { LocatedSuppression } from "./settings.js";

/** The lines and columns that something takes up in a file. */
interface Region {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** Says whether a problem is suppressed, and remembers which suppressions were of use. */
export interface Suppressor {
  readonly isSuppressed: (diagnostic: Diagnostic) => boolean;
}

/**
 * `files` are those of the contract, the main document first; without them a suppression by pointer suppresses nothing.
 * A suppression that was of use is added to `used`.
 */
export function createSuppressor(
  suppressions: readonly LocatedSuppression[],
  files: readonly SourceFile[],
  workingFolder: string,
  used: Set<LocatedSuppression>,
): (diagnostic: Diagnostic) => boolean {
  const regions = new Map<LocatedSuppression, Region | undefined>();
  const regionOf = (suppression: LocatedSuppression, file: SourceFile | undefined) => {
    if (!regions.has(suppression)) regions.set(suppression, file && findRegion(file, suppression.pointer!));
    return regions.get(suppression);
  };
  return ({ code, location }) => {
    const match = suppressions.find((suppression) => {
      if (suppression.code !== code || !location) return false;
      const file = suppression.file ?? files[0]?.absolutePath;
      const at = path.resolve(workingFolder, location.path);
      if (file !== at) return false;
      if (suppression.pointer === undefined) return true;
      const region = regionOf(
        suppression,
        files.find(({ absolutePath }) => absolutePath === at),
      );
      return region !== undefined && isInside(location, region);
    });
    if (match) used.add(match);
    return match !== undefined;
  };
}

/** Reports suppressions that were of no use. */
export function reportUnused(
  suppressions: readonly LocatedSuppression[],
  used: ReadonlySet<LocatedSuppression>,
  problems: Report,
): void {
  for (const suppression of suppressions) {
    if (!used.has(suppression)) report(problems, "suppression-unused", { code: suppression.code }, suppression.location);
  }
}

/** Where a file has what a pointer leads to, its key included; absent where the pointer leads nowhere. */
function findRegion(file: SourceFile, pointer: string): Region | undefined {
  const places = new Places();
  const parse = /\.json$/i.test(file.absolutePath) ? parseJson : parseYaml;
  let value: JsonValue | undefined = parse(file, places, []);
  let span: readonly [start: number, end: number] = [0, file.text.length];
  for (const key of parsePointer(pointer)) {
    if (!isObject(value) && !Array.isArray(value)) return undefined;
    const entry = places.origin(value)?.entries.get(key);
    if (!entry) return undefined;
    span = [entry.key[0], entry.value[1]];
    value = (value as Record<string, JsonValue>)[key];
  }
  return { start: locationAt(file, span[0]), end: locationAt(file, Math.max(span[0], span[1] - 1)) };
}

function isInside(location: { readonly line: number; readonly column: number }, { start, end }: Region): boolean {
  const isBefore = location.line < start.line || (location.line === start.line && location.column < start.column);
  const isAfter = location.line > end.line || (location.line === end.line && location.column > end.column);
  return !isBefore && !isAfter;
}
