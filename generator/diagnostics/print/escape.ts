/** Text that is safe on a terminal and stays on its line: no control or direction characters, cut where it is too long. */
export function terminalText(text: string, limit = 500): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cut.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu,
    unicodeEscape,
  );
}

/** A value as indented JSON that is as safe on a terminal: the same characters are escaped, which means the same to a reader. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, unicodeEscape)}\n`;
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
