import type { Location } from "../../../diagnostics/diagnostic.js";
import { isObject, type JsonValue } from "../../../document/json-value.js";
import { locationAt, type Locations, type TextFile } from "../../../document/locations.js";
import { holdsSecret, isSecretName } from "./find-secrets.js";

/** Masks secrets in the line of a location. */
export type Mask = (location: Location | undefined) => Location | undefined;

/** What to mask in addition to values that look like secrets by name or text. */
export interface Hidden {
  readonly known: ReadonlySet<string>;
  /** Containers all of whose texts are secrets. */
  readonly containers: ReadonlySet<JsonValue>;
}

/** Creates a mask for a file: finds every secret in it and covers its columns. */
export function createMask(source: TextFile, locations: Locations, root: JsonValue, hidden: Hidden): Mask {
  const covered = new Map<number, Range[]>();
  const cover = (start: number, end: number) => {
    for (let at = start; at < end;) {
      const { line, column } = locationAt(source, at);
      const lineEnd = source.text.indexOf("\n", at);
      const stop = Math.min(end, lineEnd < 0 ? source.text.length : lineEnd);
      if (!covered.has(line)) covered.set(line, []);
      covered.get(line)!.push([column - 1, column - 1 + stop - at]);
      at = stop + 1;
    }
  };
  const visit = (value: JsonValue, isSecret: boolean, holder: object | undefined, key: string): void => {
    if (typeof value === "object" && value !== null) {
      const all = isSecret || hidden.containers.has(value);
      for (const [name, item] of Object.entries(value)) visit(item, all || (isObject(value) && isSecretName(name)), value, name);
    } else if (holder && isText(value) && (isSecret || holdsSecret(String(value), hidden.known))) {
      const span = locations.span(holder)?.entry(key)?.value;
      if (span) cover(...span);
    }
  };
  visit(root, false, undefined, "");

  const lines = new Map<number, string>();
  return (location) => {
    const ranges = location && covered.get(location.line);
    if (!ranges || location.lineText === undefined) return location;
    // A file may be a single line with thousands of secrets and findings.
    const lineText = lines.get(location.line) ?? coverRanges(location.lineText, ranges);
    lines.set(location.line, lineText);
    return { ...location, lineText };
  };
}

/** The first and the last column of a secret, from 0; the last is excluded. */
type Range = readonly [start: number, end: number];

function coverRanges(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    // An alias covers what its anchor has covered.
    const from = Math.max(start, at);
    if (from >= end) continue;
    parts.push(text.slice(at, from), hide(text.slice(from, end)));
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** Booleans and nulls reveal nothing. */
function isText(value: JsonValue): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** Keeps the width, so that the marker below stays aligned. */
function hide(text: string): string {
  return "*".repeat(text.length);
}
