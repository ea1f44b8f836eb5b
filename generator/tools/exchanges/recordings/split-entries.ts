/** The range of an entry in the text of its recording. */
export interface EntryRange {
  /** Counted from 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** The reason why a text is not a recording, and its offset. */
interface BadRecording {
  readonly wrong: string;
  readonly at: number;
}

/**
 * Finds the entries of a HAR file without parsing them, so that a long recording is never in memory as a whole. Parses the
 * text around the entries; each entry is validated as JSON when it is read.
 */
export function splitEntries(text: string): readonly EntryRange[] | BadRecording {
  const log = memberAt(text, skipSpace(text, 0), "log");
  const entries = log === undefined ? undefined : memberAt(text, log, "entries");
  if (entries === undefined || text[entries] !== "[") return { wrong: "the list log.entries is missing", at: 0 };
  const spans: EntryRange[] = [];
  let at = skipSpace(text, entries + 1);
  while (text[at] !== "]" || spans.length > 0) {
    const end = skipValue(text, at);
    if (end === at) return broken(text, at, "missing entry");
    spans.push({ number: spans.length + 1, start: at, end });
    at = skipSpace(text, end);
    if (text[at] === "]") break;
    if (text[at] !== ",") return broken(text, at, "missing comma between two entries");
    at = skipSpace(text, at + 1);
  }
  // JSON parsers use the last of two values, so the entries of the first would be lost.
  const second = memberFrom(text, skipSpace(text, skipSpace(text, at + 1) + 1), "entries");
  if (second !== undefined) return { wrong: "duplicate list of entries", at: second };
  return checkAround(text, entries + 1, at) ?? spans;
}

function broken(text: string, at: number, wrong: string): BadRecording {
  return { at, wrong: at < text.length ? wrong : "the recording is truncated: its list of entries has no end" };
}

/** Returns the problem of the text around the entries, which are between two offsets. */
function checkAround(text: string, start: number, end: number): BadRecording | undefined {
  const [head, tail] = [text.slice(0, start), text.slice(end)];
  if (isJson(head + tail)) return undefined;
  if (!isJson(`${head}]}}`)) return { wrong: "invalid JSON before the entries", at: 0 };
  const isCut = ["}", "}}"].some((rest) => isJson(head + tail + rest));
  return { wrong: isCut ? "the recording is truncated" : "invalid JSON after the entries", at: end };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the offset of the value of a property, given the offset of its object. */
function memberAt(text: string, object: number, name: string): number | undefined {
  return text[object] === "{" ? memberFrom(text, skipSpace(text, object + 1), name) : undefined;
}

/** The same, starting at the offset of a key. */
function memberFrom(text: string, start: number, name: string): number | undefined {
  let at = start;
  while (text[at] === '"') {
    const keyEnd = skipString(text, at);
    const colon = skipSpace(text, keyEnd);
    if (text[colon] !== ":") return undefined;
    const value = skipSpace(text, colon + 1);
    if (text.slice(at + 1, keyEnd - 1) === name) return value;
    at = skipSpace(text, skipValue(text, value));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return undefined;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (/[ \t\r\n]/.test(text[at] ?? "")) at++;
  return at;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

const structural = /["[\]{}]/g;

const scalar = /[^\s,[\]{}]*/y;

function skipValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return skipString(text, start);
  if (first !== "{" && first !== "[") {
    scalar.lastIndex = start;
    scalar.test(text);
    return scalar.lastIndex;
  }
  let depth = 0;
  structural.lastIndex = start;
  for (let match = structural.exec(text); match; match = structural.exec(text)) {
    const [character] = match;
    if (character === '"') structural.lastIndex = skipString(text, match.index);
    else if (character === "{" || character === "[") depth++;
    else if (--depth === 0) return structural.lastIndex;
  }
  return text.length;
}
