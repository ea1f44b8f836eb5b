import { seenText, terminalText } from "../../templates/runtime/visible-text.js";
import type { Location } from "./diagnostic.js";

export { quote, seenText, terminalText, visibleLines } from "../../templates/runtime/visible-text.js";

/**
 * Returns a value as indented JSON that is safe on a terminal: the same characters are escaped, with the same meaning to a
 * reader.
 */
export function jsonText(value: unknown): string {
  return `${seenText(JSON.stringify(value, null, 2))}\n`;
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
