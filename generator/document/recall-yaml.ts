import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import type { Memo } from "../memo.js";
import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import { createSpan, Locations, type TextFile } from "./locations.js";
import { parseYaml } from "./parse-yaml.js";

/**
 * Reads YAML like `parseYaml`, but entry by entry of the top-level map, reusing entries that an earlier run has read. A
 * file that can't be split, or that has a problem, is read as a whole.
 */
export function recallYaml(file: TextFile, locations: Locations, problems: Report, memo: Memo): JsonValue | undefined {
  const entries = divide(file.text)?.map(({ start, text }) => ({ start, read: recallMap(text, memo) })) ?? [];
  const object: JsonObject = {};
  const keys: string[] = [];
  const spans: number[] = [];
  for (const { start, read } of entries) {
    const [key, ...others] = Object.keys(read?.value ?? {});
    if (!read || key === undefined || others.length > 0 || Object.hasOwn(object, key))
      return parseYaml(file, locations, problems);
    const [[, , , ...span], ...inner] = read.containers;
    object[key] = read.value[key]!;
    keys.push(key);
    spans.push(...(span as number[]).map((offset) => offset + start));
    locate(read.value[key]!, inner, start, file, locations);
  }
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return parseYaml(file, locations, problems);
  const range = [first.start + first.read!.containers[0][0], last.start + last.read!.containers[0][1]] as const;
  locations.set(object, createSpan(file, range, keys, spans));
  return object;
}

/**
 * The start and end of a map or list, its keys if they differ from those of the value, and the offsets of its entries.
 */
type Container = readonly [start: number, end: number, keys: readonly string[] | 0, ...spans: number[]];

/** A map that was read, and the spans of it and everything in it, parents before their children. */
interface ReadMap {
  readonly value: JsonObject;
  readonly containers: readonly [Container, ...Container[]];
}

/** Matches a line that begins an entry of the top-level map. */
const entryStart = /^(?:[A-Za-z0-9_/$][\w/$.{}-]*|"[^"\\\n]+"|'[^'\n]+'):(?=[ \r\n])/gm;

/** Matches what affects a whole file: document markers and directives. */
const crossing = /^(?:---|\.\.\.|%)/m;

function divide(text: string): { readonly start: number; readonly text: string }[] | undefined {
  const starts = [...text.matchAll(entryStart)].map(({ index }) => index);
  const isPlain = starts.length > 1 && /^(?:[ \t]*(?:#.*)?\r?\n)*$/.test(text.slice(0, starts[0])) && !crossing.test(text);
  return isPlain ? starts.map((start, index) => ({ start, text: text.slice(start, starts[index + 1]) })) : undefined;
}

/**
 * Returns a map without problems, read now or by an earlier run; none with anchors, whose limits apply to a whole file.
 */
function recallMap(text: string, memo: Memo): ReadMap | undefined {
  const made = memo.recall(
    "yaml",
    () => text,
    () => readMap(text),
  );
  return made === undefined ? undefined : (JSON.parse(made) as ReadMap);
}

function readMap(text: string): string | undefined {
  const locations = new Locations();
  const problems: Diagnostic[] = [];
  const containers: Container[] = [];
  let hasAnchors = false;
  const value = parseYaml({ path: "", absolutePath: "", text }, locations, problems, () => (hasAnchors = true));
  if (!isObject(value) || hasAnchors || problems.length > 0) return undefined;
  return collect(value, locations, containers) ? JSON.stringify({ value, containers }) : undefined;
}

/**
 * Collects the spans of a value and everything in it; false if JSON can't represent the value: it has no negative zero.
 */
function collect(value: JsonValue, locations: Locations, containers: Container[]): boolean {
  if (typeof value !== "object" || value === null) return !Object.is(value, -0);
  const { start, end, entries } = locations.span(value)!;
  const [own, written] = [Object.keys(value), [...entries.keys()]];
  const isSame = own.length === written.length && own.every((key, index) => key === written[index]);
  containers.push([start, end, isSame ? 0 : written, ...[...entries.values()].flatMap((span) => [...span.key, ...span.value])]);
  return Object.values(value).every((item) => collect(item, locations, containers));
}

/** Restores the spans of a value and everything in it; consumes the containers from the front. */
function locate(value: JsonValue, containers: readonly Container[], shift: number, file: TextFile, locations: Locations): void {
  let next = 0;
  const visit = (part: JsonValue): void => {
    if (typeof part !== "object" || part === null) return;
    const [start, end, keys, ...spans] = containers[next++]!;
    const shifted = spans.map((offset) => offset + shift);
    const names = Array.isArray(part) ? undefined : keys === 0 ? Object.keys(part) : keys;
    locations.set(part, createSpan(file, [start + shift, end + shift], names, shifted));
    for (const item of Object.values(part)) visit(item);
  };
  visit(value);
}
