import type { Block } from "./block.js";
import type { Inline } from "./inline.js";
import { parseMarkdown } from "./parse-markdown.js";

/** Reads Markdown for where only a line fits, such as a cell of a table: its blocks follow each other, broken by lines. */
export function parseInlineMarkdown(text: string): Inline[] {
  return inLines(parseMarkdown(text).map(inlineOf));
}

function inlineOf(block: Block): readonly Inline[] {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return block.content;
    case "list":
      return inLines(block.items.map((item) => ["• ", ...inLines(item.map(inlineOf))]));
    case "quote":
      return inLines(block.content.map(inlineOf));
    case "code":
      return [{ kind: "code", text: block.text }];
    case "table":
      return inLines(block.rows.map(({ cells }) => cells.flatMap((cell) => (typeof cell === "boolean" ? [] : [...cell, " "]))));
    default:
      return [];
  }
}

function inLines(lines: readonly (readonly Inline[])[]): Inline[] {
  const filled = lines.filter((line) => line.length > 0);
  return filled.flatMap((line, index) => (index === 0 ? [...line] : [{ kind: "break" as const }, ...line]));
}
