import type { Block, Cell, CodeBlock, Table } from "../content/block.js";
import { markdownFence, markdownLines } from "./escape.js";
import { printInline, printLine } from "./print-inline.js";

/** Blocks as Markdown of the page with this path. */
export function printBlocks(blocks: readonly Block[], page: string): string {
  return blocks
    .map((block) => printBlock(block, page))
    .filter((text) => text !== "")
    .join("\n\n");
}

function printBlock(block: Block, page: string): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${printLine(block.content, page)}`;
    case "paragraph":
    case "note":
      return markdownLines(printInline(block.content, page).trim());
    case "list":
      return block.items.map((item, index) => printItem(item, block.start, index, page)).join("\n");
    case "quote":
      return indent(printBlocks(block.content, page), "> ", "> ");
    case "rule":
      return "***";
    case "code":
      return printCode(block);
    case "tabs":
      return block.tabs.map(({ name, code }) => printCode({ ...code, label: name })).join("\n\n");
    case "table":
      return printTable(block, page);
    case "facts":
      return block.facts.map(({ term, content }) => `- **${printLine([term], page)}:** ${printLine(content, page)}`).join("\n");
    case "diagram":
      return "";
    default:
      return block satisfies never;
  }
}

function printItem(item: readonly Block[], start: number | undefined, index: number, page: string): string {
  const mark = start === undefined ? "- " : `${start + index}. `;
  return indent(printBlocks(item, page), mark, " ".repeat(mark.length));
}

function printCode({ text, language, label }: CodeBlock): string {
  const fence = markdownFence(text, language);
  return label === undefined ? fence : `${printLine([label], "")}:\n\n${fence}`;
}

function printTable({ columns, rows }: Table, page: string): string {
  const heads = columns.map(({ label, group }) => printLine([group === undefined ? label : `${group}: ${label}`], page));
  const lines = rows.map(({ cells }) => cells.map((cell) => printCell(cell, page)));
  return [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A bar in text is escaped as everywhere; one in code has to be as well, because cells are told apart first. */
function printCell(cell: Cell, page: string): string {
  if (typeof cell === "boolean") return cell ? "yes" : "";
  return printLine(cell, page, "<br>").replace(/(?<!\\)\|/g, "\\|");
}

function indent(text: string, first: string, others: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (index === 0 ? first + line : line === "" && !others.trim() ? line : others + line))
    .join("\n");
}
