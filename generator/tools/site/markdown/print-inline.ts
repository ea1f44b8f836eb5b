import { relativeAddress } from "../content/address.js";
import type { Inline, Target } from "../content/inline.js";
import { markdownAddress, markdownCode, markdownText } from "./escape.js";

const marks = { strong: "**", emphasis: "*", deleted: "~~" } as const;

/** Text and what stands in it, as Markdown of the page with this path. */
export function printInline(content: readonly Inline[], page: string): string {
  return content.map((piece) => printPiece(piece, page)).join("");
}

/** The same on one line, as headings and cells of tables have it. */
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

/** Marks are none beside a space. */
function emphasize(text: string, mark: string): string {
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  return inner === "" ? text : `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(start + inner.length)}`;
}

function addressOf(to: Target, page: string): string {
  if ("address" in to) return to.address;
  return relativeAddress(page, `${to.page}.md`, to.fragment);
}
