import { unescapeSegment } from "../../../../templates/runtime/json.js";
import type { Location } from "../../../diagnostics/diagnostic.js";
import { type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { parseJson } from "../../../document/parse-json.js";
import { type EntrySpan, locationAt, Locations, type TextFile } from "../../../document/locations.js";
import { concernsName } from "../finding.js";
import { holdsSecret, isSecretName } from "../secrets/find-secrets.js";
import type { EntryRange } from "./split-entries.js";

/** Returns the location of a part of a recorded exchange. Its line shows only that part, as the rest may contain tokens. */
export type EntryLocator = (pointer: string, rule: string) => Location | undefined;

/** Most entries have nothing to report, so the locations of an entry are only computed when one is needed. */
export function createEntryLocator(source: TextFile, span: EntryRange, secrets: ReadonlySet<string>): EntryLocator {
  let read: LocatedEntry | undefined;
  return (pointer, rule) => {
    if (!read) {
      const locations = new Locations();
      const text = source.text.slice(span.start, span.end);
      read = { locations, entry: parseJson({ ...source, text }, locations, []) ?? null, secrets };
    }
    const excerpt = excerptOf(read, pointer, rule);
    if (!excerpt) return withoutText(locationAt(source, span.start));
    const at = (offset: number) => span.start + offset;
    const place = locationAt(source, at(excerpt.marked[0]), at(excerpt.marked[1]));
    const textColumn = place.column - (excerpt.marked[0] - excerpt.shown[0]);
    const lineText = source.text.slice(at(excerpt.shown[0]), at(excerpt.shown[1]));
    // A value may be on the line after its key.
    return textColumn < 1 || lineText.includes("\n") ? withoutText(place) : { ...place, lineText, textColumn };
  };
}

/** Returns a location without its line, which may contain secrets. */
export function withoutText({ path, line, column }: Location): Location {
  return { path, line, column };
}

/** The marked part of an entry, and the visible part of its line, as offsets into the entry's text. */
interface Excerpt {
  readonly marked: readonly [start: number, end: number];
  readonly shown: readonly [start: number, end: number];
}

/** An entry with its locations. */
interface LocatedEntry {
  readonly entry: JsonValue;
  readonly locations: Locations;
  /** Texts to mask. */
  readonly secrets: ReadonlySet<string>;
}

/** Finds the part of an entry that a finding's pointer denotes. Parameters are in the URL; header values are never shown. */
function excerptOf({ entry, locations, secrets }: LocatedEntry, pointer: string, rule: string): Excerpt | undefined {
  const [, side = "", part = "", ...rest] = pointer.split("/");
  const message = ownObject(entry, side);
  if (!message) return undefined;
  const property = (holder: JsonObject, key: string) => locations.span(holder)?.entry(key);
  switch (part) {
    case "":
      return keyExcerpt(property(entry as JsonObject, side));
    case "headers": {
      const header = findHeader(message, rest[0] ?? "");
      return keyExcerpt(header ? property(header, "name") : property(message, "headers"));
    }
    case "status":
      return wholeExcerpt(property(message, "status"));
    case "body": {
      const holder = side === "request" ? "postData" : "content";
      const content = ownObject(message, holder);
      const text = content && property(content, "text");
      return (
        (content && text && excerptOfBody(content, text, locations, rest, rule, secrets)) ??
        keyExcerpt(text ?? property(message, holder))
      );
    }
    default:
      return excerptOfUrl(property(message, "url"), ownString(message, "url") ?? "");
  }
}

function findHeader(message: JsonObject, name: string): JsonObject | undefined {
  const list = own(message, "headers");
  const isWanted = (item: JsonValue) => ownString(item, "name")?.toLowerCase() === name.toLowerCase();
  return (Array.isArray(list) ? list : []).find(isWanted) as JsonObject | undefined;
}

/** Finds a part of the JSON in the text of a body. */
function excerptOfBody(
  content: JsonObject,
  { value: [quote] }: EntrySpan,
  locations: Locations,
  segments: readonly string[],
  rule: string,
  secrets: ReadonlySet<string>,
): Excerpt | undefined {
  if (ownString(content, "encoding") === "base64") return undefined;
  const found = findInText(ownString(content, "text") ?? "", segments, rule);
  if (!found) return undefined;
  const { text } = locations.span(content)!.file;
  const toRaw = ([start, end]: readonly [number, number]) =>
    [rawOffset(text, quote + 1, start), rawOffset(text, quote + 1, end)] as const;
  const spans = { key: toRaw(found.span.key), value: toRaw(found.span.value) };
  if (found.isKey) return keyExcerpt(spans);
  const isShown = found.scalar !== undefined && !holdsSecret(found.scalar, secrets);
  return isShown ? wholeExcerpt(spans) : { marked: spans.value, shown: [spans.key[0], spans.value[0]] };
}

/** The query may contain tokens. */
function excerptOfUrl(spans: EntrySpan | undefined, url: string): Excerpt | undefined {
  if (!spans) return undefined;
  const start = spans.value[0] + 1;
  const end = start + url.replace(/[?#].*$/s, "").length;
  // A user name may precede the host. An escape would shift the offsets, but URLs contain none.
  return /\\|\/\/[^/]*@/.test(url) ? keyExcerpt(spans) : { marked: [start, end], shown: [spans.key[0], end] };
}

function wholeExcerpt(spans: EntrySpan | undefined): Excerpt | undefined {
  return spans && { marked: spans.value, shown: [spans.key[0], spans.value[1]] };
}

function keyExcerpt(spans: EntrySpan | undefined): Excerpt | undefined {
  return spans && { marked: spans.key, shown: spans.key };
}

/** Returns the offset of a character of a JSON string in its source. */
function rawOffset(text: string, start: number, offset: number): number {
  let at = start;
  for (let count = 0; count < offset; count++) at += text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
  return at;
}

/** A part of a JSON text. */
interface FoundPart {
  /** Offsets into the text. */
  readonly span: EntrySpan;
  /** Whether to mark the key: because the part is not allowed, or because something is missing in it. */
  readonly isKey: boolean;
  /** The text of a string or number, unless a name around it marks it as secret. */
  readonly scalar: string | undefined;
}

/** Finds the part of a JSON text at a pointer, or its nearest parent; returns `undefined` for the whole text. */
function findInText(text: string, segments: readonly string[], rule: string): FoundPart | undefined {
  const locations = new Locations();
  let holder = parseJson({ path: "", absolutePath: "", text }, locations, []);
  let found: FoundPart | undefined;
  let isSecret = false;
  for (const segment of segments) {
    const key = unescapeSegment(segment);
    const span = typeof holder === "object" && holder !== null ? locations.span(holder)?.entry(key) : undefined;
    if (!span) return found && { ...found, isKey: true };
    const value: JsonValue | undefined = own(holder, key);
    isSecret ||= isSecretName(key);
    const isScalar = typeof value === "string" || typeof value === "number";
    found = { span, isKey: concernsName(rule), scalar: isScalar && !isSecret ? String(value) : undefined };
    holder = value;
  }
  return found;
}
