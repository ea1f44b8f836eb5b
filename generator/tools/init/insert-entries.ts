import type { JsonValue } from "../../document/json-value.js";
import type { Origin } from "../../document/source.js";

/** A piece of a text, by its offsets, and what takes its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Adds entries at the end of a JSON object in a text, laid out as its other entries are. */
export function insertEntries({ file, start, end, entries }: Origin, added: Readonly<Record<string, JsonValue>>): Edit {
  const { text } = file;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = indentUnit(text);
  const print = (indent: string) =>
    Object.entries(added).map(([key, value]) => {
      const lines = JSON.stringify(value, null, unit).split("\n");
      return `${JSON.stringify(key)}: ${lines.join(`${eol}${indent}`)}`;
    });

  const last = [...entries.values()].at(-1);
  if (!last) {
    const outer = indentAt(text, start);
    const lines = print(outer + unit).map((line) => `${outer}${unit}${line}`);
    return { start, end, text: `{${eol}${lines.join(`,${eol}`)}${eol}${outer}}` };
  }
  const at = last.value[1];
  const isOnLineOfItsOwn = text.slice(lineStart(text, last.key[0]), last.key[0]).trim() === "";
  const indent = indentAt(text, last.key[0]);
  const separator = isOnLineOfItsOwn ? `,${eol}${indent}` : ", ";
  const inserted = print(indent).map((line) => `${separator}${line}`);
  return { start: at, end: at, text: inserted.join("") };
}

/** A text with edits that don't overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const fromTheEnd = edits.toSorted((a, b) => b.start - a.start);
  return fromTheEnd.reduce((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0];
}

/** How the first indented line is indented; two spaces where none is. */
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}
