import type { Location } from "./diagnostic.js";

/** Control and direction characters that JSON doesn't escape. */
const unseen = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

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

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
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
