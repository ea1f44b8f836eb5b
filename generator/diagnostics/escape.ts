import type { Location } from "./diagnostic.js";

/** Control, format and direction characters, and separators of lines, that JSON doesn't escape. */
const unseen = /[\u007f-\u009f\u2065\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns text of a contract for a message: quoted, with control characters escaped and long text cut. */
export function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return JSON.stringify(short).replace(unseen, unicodeEscape);
}

/**
 * Returns text that is safe on a terminal and stays on one line: without control or direction characters, and cut if it is too
 * long.
 */
export function terminalText(text: string, limit = 500): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cut.replace(/[\u0000-\u001f]|\p{Surrogate}/gu, unicodeEscape).replace(unseen, unicodeEscape);
}

/**
 * Returns a value as indented JSON that is safe on a terminal: the same characters are escaped, with the same meaning to a
 * reader.
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(unseen, unicodeEscape)}\n`;
}

/** Returns text of several lines with all other control, format and direction characters escaped. */
export function visibleLines(text: string): string {
  return seenText(text.replace(/[\u0000-\u0008\u000b-\u001f]|\p{Surrogate}/gu, unicodeEscape));
}

/** Returns text, such as JSON, with characters escaped that readers don't see; those that JSON escapes stay. */
export function seenText(text: string): string {
  return text.replace(unseen, unicodeEscape);
}

function unicodeEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Returns `file:line:column`, which terminals and editors turn into a link. */
export function locationText({ path, line, column }: Location): string {
  return `${terminalText(path)}:${line}:${column}`;
}

/** Characters that no text needs, that files must not contain, or that change the direction of text. */
const unfit =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Returns text with a mark in place of characters that hide or mislead, and with uniform line ends. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(unfit, "\ufffd");
}
