import MarkdownIt, { type Token } from "markdown-it";
import type { Block, Heading, Row } from "./block.js";
import { type Inline, plainText, safeAddress, slugOf, type LinkTarget } from "./inline.js";

/** HTML in a text remains text. Nesting is limited, because the readers of the result are recursive. */
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 20 });

interface MarkdownOptions {
  /** The level for the text's highest headings. */
  readonly headingLevel?: number;
  /** Returns the target of an address in the text, if links to it are allowed. */
  readonly resolve?: (address: string) => LinkTarget | undefined;
}

/**
 * Parses Markdown of a contract. Nothing in it can run or load: an image becomes a link, and a link with an unknown
 * kind of address becomes its text.
 */
export function parseMarkdown(text: string, { headingLevel = 3, resolve = outOfSite }: MarkdownOptions = {}): Block[] {
  const tokens = parser.parse(text, {});
  const cursor = { tokens, at: 0, text: {}, headings: new Map<Token, Place>(), resolve };
  placeHeadings(cursor, headingLevel);
  return readBlocks(cursor);
}

function outOfSite(address: string): LinkTarget | undefined {
  const safe = safeAddress(address);
  return safe === undefined ? undefined : { address: safe };
}

/** The level of a heading, and its anchor. */
type Place = Pick<Heading, "level" | "anchor">;

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  /** The identity of the text. */
  readonly text: object;
  readonly headings: Map<Token, Place>;
  readonly resolve: (address: string) => LinkTarget | undefined;
}

/** Gives headings levels without gaps, and anchors; an equal heading gets a number, as on GitHub. */
function placeHeadings(cursor: Cursor, highest: number): void {
  const { tokens, text } = cursor;
  const levels = [...new Set(tokens.filter(({ type }) => type === "heading_open").map(({ tag }) => tag))].sort();
  const counts = new Map<string, number>();
  let level = highest - 1;
  tokens.forEach((token, index) => {
    if (token.type !== "heading_open") return;
    level = Math.min(6, level + 1, highest + levels.indexOf(token.tag));
    const name = slugOf(plainText(readInline({ ...cursor, tokens: tokens[index + 1]!.children ?? [], at: 0 })));
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const slug = count === 0 ? name : `${name}-${count}`;
    cursor.headings.set(token, { level, anchor: slug === "" ? undefined : { slug, written: slug, text } });
  });
}

/** Returns the target of a link; `#paging` is a heading. */
function targetOf(address: string, { resolve, text }: Cursor): LinkTarget | undefined {
  if (!address.startsWith("#")) return resolve(address);
  const written = decodeFragment(address.slice(1));
  return { anchor: { slug: slugOf(written), written, text } };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Reads up to the end of the element around the cursor, inclusive. */
function readBlocks(cursor: Cursor): Block[] {
  const blocks: Block[] = [];
  while (cursor.at < cursor.tokens.length) {
    const token = cursor.tokens[cursor.at++]!;
    if (token.nesting < 0) break;
    const block = readBlock(token, cursor);
    if (block) blocks.push(block);
  }
  return blocks;
}

function readBlock(token: Token, cursor: Cursor): Block | undefined {
  switch (token.type) {
    case "heading_open":
      return { kind: "heading", ...cursor.headings.get(token)!, content: readLine(cursor) };
    case "paragraph_open":
      return { kind: "paragraph", content: readLine(cursor) };
    case "bullet_list_open":
      return { kind: "list", items: readItems(cursor) };
    case "ordered_list_open":
      return { kind: "list", start: Number(token.attrGet("start") ?? 1), items: readItems(cursor) };
    case "blockquote_open":
      return { kind: "quote", content: readBlocks(cursor) };
    case "fence":
    case "code_block":
      return { kind: "code", text: token.content.replace(/\n$/, ""), language: /^[a-z0-9+#-]+/i.exec(token.info)?.[0] };
    case "hr":
      return { kind: "rule" };
    case "table_open":
      return readTable(cursor);
    default:
      throw new Error(`a kind of Markdown that was switched off: ${token.type}`);
  }
}

/** Reads the single line of text in a heading, paragraph or cell, up to its end. */
function readLine(cursor: Cursor): Inline[] {
  const token = cursor.tokens[cursor.at++]!;
  if (token.nesting < 0) return [];
  cursor.at++;
  return readInline({ ...cursor, tokens: token.children ?? [], at: 0 });
}

function readItems(cursor: Cursor): Block[][] {
  const items: Block[][] = [];
  while (cursor.tokens[cursor.at++]!.nesting > 0) items.push(readBlocks(cursor));
  return items;
}

function readTable(cursor: Cursor): Block {
  const rows: Row[] = [];
  for (let token = cursor.tokens[cursor.at++]!; token.type !== "table_close"; token = cursor.tokens[cursor.at++]!) {
    if (token.type === "tr_open") rows.push({ cells: [] });
    if (token.type === "th_open" || token.type === "td_open") (rows.at(-1)!.cells as Inline[][]).push(readLine(cursor));
  }
  const [head, ...body] = rows;
  const columns = head!.cells.map((cell) => ({ label: plainText(cell as readonly Inline[]) }));
  return { kind: "table", caption: columns.map(({ label }) => label).join(", "), columns, rows: body };
}

function readInline(cursor: Cursor): Inline[] {
  const content: Inline[] = [];
  while (cursor.at < cursor.tokens.length) {
    const token = cursor.tokens[cursor.at++]!;
    if (token.nesting < 0) break;
    content.push(...readPiece(token, cursor));
  }
  return content;
}

function readPiece(token: Token, cursor: Cursor): readonly Inline[] {
  switch (token.type) {
    case "text":
      return token.content === "" ? [] : [token.content];
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [{ kind: "break" }];
    case "code_inline":
      return [{ kind: "code", text: token.content }];
    case "strong_open":
      return [{ kind: "strong", content: readInline(cursor) }];
    case "em_open":
      return [{ kind: "emphasis", content: readInline(cursor) }];
    case "s_open":
      return [{ kind: "deleted", content: readInline(cursor) }];
    case "link_open":
      return linkTo(targetOf(String(token.attrGet("href")), cursor), readInline(cursor).flatMap(withoutLinks));
    case "image":
      return linkTo(targetOf(String(token.attrGet("src")), cursor), [token.content || "image"]);
    default:
      throw new Error(`a kind of Markdown that was switched off: ${token.type}`);
  }
}

function linkTo(to: LinkTarget | undefined, content: readonly Inline[]): readonly Inline[] {
  return to === undefined ? content : [{ kind: "link", to, content }];
}

/** An image inside a link would be a nested link. */
function withoutLinks(piece: Inline): readonly Inline[] {
  if (typeof piece === "string" || !("content" in piece)) return [piece];
  const content = piece.content.flatMap(withoutLinks);
  return piece.kind === "link" ? content : [{ ...piece, content }];
}

/**
 * Parses Markdown for a place with room for a single line, such as a cell of a table: its blocks are joined by line
 * breaks.
 */
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
