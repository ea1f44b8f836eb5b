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
