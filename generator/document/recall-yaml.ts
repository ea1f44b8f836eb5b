import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import type { Memo } from "../memo.js";
import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import { createSpan, createSpans, Locations, type SpanList, type TextFile } from "./locations.js";
import { parseYaml } from "./parse-yaml.js";
import type { OnPrototypeKey } from "./prototype-properties.js";

/**
 * Reads YAML like `parseYaml`, but entry by entry of the top-level map, reusing entries that an earlier run has read. A
 * file that can't be split, or that has a problem, is read as a whole.
 */
export function recallYaml(
  file: TextFile,
  locations: Locations,
  problems: Report,
  memo: Memo,
  onPrototypeKey?: OnPrototypeKey,
): JsonValue | undefined {
  const entries = divide(file.text)?.map(({ start, text }) => ({ start, read: recallMap(text, memo) })) ?? [];
  const object: JsonObject = {};
  const keys: string[] = [];
  const offsets: number[] = [];
  for (const { start, read } of entries) {
    const [key, ...others] = Object.keys(read?.value ?? {});
    if (!read || key === undefined || others.length > 0 || Object.hasOwn(object, key))
      return parseYaml(file, locations, problems, onPrototypeKey);
    object[key] = read.value[key]!;
    keys.push(key);
    offsets.push(...read.words.slice(4, firstInner).map((offset) => offset + start));
    locate(read.value[key]!, read, start, file, locations);
  }
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return parseYaml(file, locations, problems, onPrototypeKey);
  const range = [first.start + first.read!.words[2]!, last.start + last.read!.words[3]!] as const;
  locations.set(object, createSpan(file, range, keys, offsets));
  return object;
}

/** A map with one entry, and the spans of it and everything in it, containers before what they contain. */
interface ReadMap extends SpanList {
  readonly value: JsonObject;
}

/** The position of the second container: after the index of the keys, the number of offsets and these, of one entry. */
const firstInner = 8;

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
  let hasAnchors = false;
  const value = parseYaml({ path: "", absolutePath: "", text }, locations, problems, undefined, () => (hasAnchors = true));
  if (!isObject(value) || hasAnchors || problems.length > 0) return undefined;
  const spans = collectSpans(value, locations);
  return spans && JSON.stringify({ value, ...spans } satisfies ReadMap);
}

/** Collects the spans of a value and everything in it; none if JSON can't represent the value: it has no negative zero. */
function collectSpans(root: JsonObject, locations: Locations): SpanList | undefined {
  const keys: string[][] = [];
  const known = new Map<string, number>();
  const words: number[] = [];
  const collect = (value: JsonValue): boolean => {
    if (typeof value !== "object" || value === null) return !Object.is(value, -0);
    const { start, end, entries } = locations.span(value)!;
    words.push(Array.isArray(value) ? -1 : indexOf([...entries.keys()]), 2 + 4 * entries.size, start, end);
    for (const entry of entries.values()) words.push(...entry.key, ...entry.value);
    return Object.values(value).every(collect);
  };
  const indexOf = (names: string[]): number => {
    const text = JSON.stringify(names);
    let index = known.get(text);
    if (index === undefined) known.set(text, (index = keys.push(names) - 1));
    return index;
  };
  return collect(root) ? { keys, words } : undefined;
}

/** Restores the spans of the value of a map's entry and everything in it. */
function locate(value: JsonValue, spans: SpanList, start: number, file: TextFile, locations: Locations): void {
  const spanAt = createSpans(file, spans, start);
  let at = firstInner;
  const visit = (part: JsonValue): void => {
    if (typeof part !== "object" || part === null) return;
    locations.set(part, spanAt(at));
    at += 2 + spans.words[at + 1]!;
    Object.values(part).forEach(visit);
  };
  visit(value);
}
