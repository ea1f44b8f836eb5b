import { countedMessage, type Diagnostic, type Location } from "../diagnostic.js";
import { locationText, terminalText } from "../escape.js";

/** Colours a piece of text, or returns it unchanged. */
export interface Palette {
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

const frameWidth = 100;

/**
 * A diagnostic for people, with the line of source it is about:
 *
 *     spec/openapi.yaml:6:1 error extension-near-miss: "x-plaform-postgres-actions" looks like …
 *       6 | x-plaform-postgres-actions:
 *         | ^^^^^^^^^^^^^^^^^^^^^^^^^^
 *       hint: …
 */
export function printPretty(diagnostic: Diagnostic, palette: Palette): string {
  const { severity, code, location, related, hint } = diagnostic;
  const colour = severity === "error" ? palette.red : palette.yellow;
  const where = location ? `${palette.bold(locationText(location))} ` : "";
  const lines = [`${where}${colour(severity)} ${palette.dim(`${code}:`)} ${terminalText(countedMessage(diagnostic), 1000)}`];
  if (location?.lineText !== undefined) lines.push(...codeFrame(location, palette));
  for (const place of related) lines.push(`  ${palette.blue(locationText(place.location))} ${terminalText(place.message)}`);
  if (hint) lines.push(`  ${palette.dim("hint:")} ${terminalText(hint)}`);
  return `${lines.join("\n")}\n`;
}

function codeFrame(location: Location, palette: Palette): string[] {
  const text = (location.lineText ?? "").replaceAll("\t", " ");
  const column = location.column - (location.textColumn ?? 1);
  const length = Math.max(1, (location.endColumn ?? location.column + 1) - location.column);
  const start = text.length <= frameWidth ? 0 : Math.max(0, column - (frameWidth >> 1));
  const end = start + frameWidth;
  // Escaped text is longer on the screen than in the file, so the mark must be, too.
  const widthOf = (from: number, to: number) => terminalText(text.slice(from, to), Infinity).length;
  const indent = widthOf(start, column);
  const mark = "^".repeat(Math.max(1, widthOf(column, Math.min(column + length, end))));
  const number = String(location.line);
  const gutter = " ".repeat(number.length);
  return [
    `  ${palette.dim(`${number} |`)} ${terminalText(text.slice(start, end), Infinity)}`,
    `  ${palette.dim(`${gutter} |`)} ${" ".repeat(indent)}${palette.red(mark)}`,
  ];
}
