import { visibleText } from "../content/visible-text.js";

/** Text that stays text, whatever Markdown would make of its characters. */
export function markdownText(text: string): string {
  return visibleText(text)
    .replace(/[\\`*[\]<>&~|]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}

/** Lines of text whose beginnings are no headings, lists, quotes or rules. */
export function markdownLines(text: string): string {
  return text.replace(/^[ \t]*(?:([#+=-])|(\d+)([.)])(?=\s|$))/gm, (_, mark: string | undefined, number: string, end: string) =>
    mark === undefined ? `${number}\\${end}` : `\\${mark}`,
  );
}

/** Code in a line: between as many backticks as it takes. */
export function markdownCode(text: string): string {
  const line = visibleText(text).replace(/\n/g, " ");
  const ticks = "`".repeat(longestRun(line) + 1);
  const needsSpace = line === "" || /^`|`$/.test(line) || (line.startsWith(" ") && line.endsWith(" ") && /[^ ]/.test(line));
  return needsSpace ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** A block of code: between fences that it doesn't have. */
export function markdownFence(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${visibleText(text)}\n${fence}`;
}

/** An address between the parentheses of a link. */
export function markdownAddress(address: string): string {
  return address.replace(/[()<>\\|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
