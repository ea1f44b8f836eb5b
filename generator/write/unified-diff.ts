import { diffLines, type DiffLine } from "./line-diff.js";

const CONTEXT = 2;
const MAX_LINES = 40;
const MAX_WIDTH = 160;

/**
 * A readable unified diff of one file, from what is on disk to what would be generated: at most 40 lines, long ones
 * cut, control characters visible. Empty for equal texts.
 */
export function unifiedDiff(path: string, onDisk: string, generated: string): string {
  const lines = diffLines(splitLines(onDisk), splitLines(generated));
  const shown: string[] = [];
  for (const hunk of hunksOf(lines)) {
    shown.push(hunkHeader(hunk), ...hunk.map((line) => `${line.sign}${printable(line.text)}`));
  }
  if (shown.length === 0) return "";
  const more = shown.length - MAX_LINES;
  const body = more > 0 ? [...shown.slice(0, MAX_LINES), `… and ${more} more ${more === 1 ? "line" : "lines"}`] : shown;
  return [`--- ${printable(path)} (on disk)`, `+++ ${printable(path)} (generated)`, ...body].join("\n") + "\n";
}

/** Keeps the line ends, so that a missing last one and CRLF are differences, too. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Groups changed lines that are close to each other, with a few equal ones around them. */
function hunksOf(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let end = -1;
  for (const [index, line] of lines.entries()) {
    if (line.sign === " ") continue;
    const from = Math.max(index - CONTEXT, end);
    const to = Math.min(index + CONTEXT + 1, lines.length);
    if (end >= 0 && index - CONTEXT <= end) hunks.at(-1)!.push(...lines.slice(end, to));
    else hunks.push(lines.slice(Math.max(from, 0), to));
    end = to;
  }
  return hunks;
}

function hunkHeader(hunk: readonly DiffLine[]): string {
  const before = hunk.filter((line) => line.sign !== "+").length;
  const after = hunk.filter((line) => line.sign !== "-").length;
  const [first] = hunk;
  const start = (line: number, count: number) => (count === 0 ? line - 1 : line);
  return `@@ -${start(first!.before, before)},${before} +${start(first!.after, after)},${after} @@`;
}

/** One line for a terminal: no control or direction characters, no line end (CR and a missing LF become visible). */
function printable(line: string): string {
  const text = line.endsWith("\n") ? line.slice(0, -1) : line;
  const visible = text.replace(
    /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => (character === "\r" ? "\\r" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
  return visible.length > MAX_WIDTH ? `${visible.slice(0, MAX_WIDTH - 1)}…` : visible;
}
