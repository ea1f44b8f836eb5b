import type { Block, Cell, CodeBlock, Table } from "../blocks/block.js";
import { visibleText } from "../../../diagnostics/escape.js";
import { type Inline, relativeAddress, type LinkTarget } from "../blocks/inline.js";

/** Prints blocks as Markdown for the page with this path. */
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

/** A bar in text is escaped like everywhere; one in code must be escaped as well, because cells are split first. */
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

const marks = { strong: "**", emphasis: "*", deleted: "~~" } as const;

/** Prints text and inline elements as Markdown for the page with this path. */
function printInline(content: readonly Inline[], page: string): string {
  return content.map((piece) => printPiece(piece, page)).join("");
}

/** The same on a single line, for headings and cells of tables. */
export function printLine(content: readonly Inline[], page: string, lineBreak: " " | "<br>" = " "): string {
  return printInline(content, page)
    .trim()
    .replace(/\\\n\s*/g, lineBreak)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

function printPiece(piece: Inline, page: string): string {
  if (typeof piece === "string") return markdownText(piece);
  switch (piece.kind) {
    case "code":
    case "folded":
      return markdownCode(piece.text);
    case "break":
      return "\\\n";
    case "tag":
      return `*${markdownText(piece.text)}*`;
    case "link":
      return `[${printInline(piece.content, page)}](${markdownAddress(addressOf(piece.to, page))})`;
    default:
      return emphasize(printInline(piece.content, page), marks[piece.kind]);
  }
}

/** Markdown ignores marks next to a space. */
function emphasize(text: string, mark: string): string {
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  return inner === "" ? text : `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(start + inner.length)}`;
}

function addressOf(to: LinkTarget, page: string): string {
  if ("address" in to) return to.address;
  if ("anchor" in to) throw new Error(`a link to a heading that was not resolved: ${to.anchor.written}`);
  return relativeAddress(page, `${to.page}.md`, to.fragment);
}

/** Escapes text so that Markdown doesn't interpret its characters. */
export function markdownText(text: string): string {
  return visibleText(text)
    .replace(/[\\`*[\]<>&~|]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}

/** Escapes lines of text that would begin a heading, list, quote or rule. */
function markdownLines(text: string): string {
  return text.replace(/^[ \t]*(?:([#+=-])|(\d+)([.)])(?=\s|$))/gm, (_, mark: string | undefined, number: string, end: string) =>
    mark === undefined ? `${number}\\${end}` : `\\${mark}`,
  );
}

/** Prints inline code, between as many backticks as necessary. */
function markdownCode(text: string): string {
  const line = visibleText(text).replace(/\n/g, " ");
  const ticks = "`".repeat(longestRun(line) + 1);
  const needsSpace = line === "" || /^`|`$/.test(line) || (line.startsWith(" ") && line.endsWith(" ") && /[^ ]/.test(line));
  return needsSpace ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** Prints a block of code, between fences that it doesn't contain. */
function markdownFence(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${visibleText(text)}\n${fence}`;
}

/** Prints an address between the parentheses of a link. */
export function markdownAddress(address: string): string {
  return address.replace(/[()<>\\|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
