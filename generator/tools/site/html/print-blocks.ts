import type {
  Block,
  Box,
  Cell,
  CodeBlock,
  Column,
  Diagram,
  Fact,
  Heading,
  Label,
  Line,
  Row,
  Tab,
  Table,
} from "../blocks/block.js";
import { type Address, type Inline, fragmentAddress, relativeAddress, type LinkTarget } from "../blocks/inline.js";
import { type Attributes, element, escapeText, type Html, joinHtml, type Tag } from "./element.js";

/** Prints blocks as HTML for the page with this path. */
export function printBlocks(blocks: readonly Block[], page: string): Html {
  return joinHtml(
    blocks.map((block) => printBlock(block, page)),
    "\n",
  );
}

function printBlock(block: Block, page: string): Html {
  switch (block.kind) {
    case "heading":
      return printHeading(block, page);
    case "paragraph":
      return element("p", {}, printInline(block.content, page));
    case "note":
      return element("p", { class: "note" }, printInline(block.content, page));
    case "list":
      return printList(block.items, block.start, page);
    case "quote":
      return element("blockquote", {}, printBlocks(block.content, page));
    case "rule":
      return element("hr", {});
    case "code":
      return printCode(block);
    case "tabs":
      return element("div", { class: "tabs", "data-tabs": block.label }, ...block.tabs.map(printTab));
    case "table":
      return printTable(block, page);
    case "facts":
      return element("dl", { class: "facts" }, ...block.facts.map((fact) => printFact(fact, page)));
    case "diagram":
      return printDiagram(block.diagram);
    default:
      return block satisfies never;
  }
}

function printHeading({ level, content, id }: Heading, page: string): Html {
  const text = printInline(content, page);
  return element(`h${level}` as Tag, { id }, id === undefined || hasLink(content) ? text : selfLink(id, text));
}

function printList(items: readonly (readonly Block[])[], start: number | undefined, page: string): Html {
  const entries = items.map((item) => {
    const [first] = item;
    const isLine = item.length === 1 && first!.kind === "paragraph";
    return element("li", {}, isLine ? printInline(first.content, page) : printBlocks(item, page));
  });
  if (start === undefined) return element("ul", {}, ...entries);
  return element("ol", { start: start === 1 ? undefined : start }, ...entries);
}

function printCode({ text, language, label, tone }: CodeBlock): Html {
  const code = element("pre", { class: tone, "data-language": language }, element("code", {}, escapeText(text)));
  if (label === undefined) return code;
  return element("div", { class: "example" }, element("p", { class: "label" }, escapeText(label)), code);
}

function printTab({ name, code }: Tab): Html {
  return element("section", { "aria-label": name }, printCode({ ...code, label: name }));
}

function printFact({ term, content }: Fact, page: string): Html {
  return joinHtml([element("dt", {}, escapeText(term)), element("dd", {}, printInline(content, page))]);
}

/** Prints a table. One that may be wider than the screen scrolls, so it must be reachable by keyboard. */
function printTable(table: Table, page: string): Html {
  const { caption, look, columns, rows } = table;
  const scrolls = look !== "fields";
  const html = element(
    "table",
    { class: look, "aria-label": scrolls ? undefined : caption },
    element("thead", {}, ...printHead(columns)),
    element("tbody", {}, ...rows.map((row) => printRow(row, table, page))),
  );
  return scrolls ? element("div", { class: "scroll", role: "region", "aria-label": caption, tabindex: 0 }, html) : html;
}

/** Prints one row of headings, or two if columns share a heading. */
function printHead(columns: readonly Column[]): Html[] {
  if (columns.every(({ group }) => group === undefined)) {
    const cells = columns.map(({ label, isNarrow }) => heading(escapeText(label), { class: isNarrow ? "narrow" : undefined }));
    return [element("tr", {}, ...cells)];
  }
  const first: Html[] = [];
  const second: Html[] = [];
  columns.forEach(({ label, group }, index) => {
    if (group === undefined) first.push(heading(escapeText(label), { rowspan: 2 }));
    else {
      // The style sheet rotates them. There are many, and cells in the head of a table are column headings by default.
      second.push(element("th", {}, element("span", {}, escapeText(label))));
      const width = columns.filter((other) => other.group === group).length;
      if (columns[index - 1]?.group !== group)
        first.push(element("th", { colspan: width, scope: "colgroup" }, escapeText(group)));
    }
  });
  return [element("tr", {}, ...first), element("tr", {}, ...second)];
}

function heading(content: Html, attributes: Attributes = {}): Html {
  return element("th", { ...attributes, scope: "col" }, content);
}

/** Omits the cells of absent marks at the end of a row. The first cell of a row of marks is its heading anyway. */
function printRow({ id, cells, isGroup }: Row, { columns, look }: Table, page: string): Html {
  const [name, ...others] = cells
    .slice(0, cells.findLastIndex((cell) => cell !== false) + 1)
    .map((cell) => printCell(cell, page));
  if (isGroup) return element("tr", { class: "group" }, element("th", { colspan: columns.length, scope: "rowgroup" }, name!));
  const first = element("th", { scope: look === "matrix" ? undefined : "row" }, id === undefined ? name! : selfLink(id, name!));
  return element("tr", { id }, first, ...others.map((cell) => element("td", {}, cell)));
}

function printCell(cell: Cell, page: string): Html {
  if (typeof cell !== "boolean") return printInline(cell, page);
  return cell ? escapeText("●") : joinHtml([]);
}

/** The size of arrow heads. */
const head = 6;

const lineHeight = 13;

/** Prints a picture as inline SVG; its colours come from the style sheet. */
function printDiagram({ title, width, height, boxes, lines, labels }: Diagram): Html {
  const picture = element(
    "svg",
    { role: "img", "aria-label": title, viewBox: `0 0 ${width} ${height}`, width, height },
    element("path", { class: "line", d: lines.map(linePath).join("") }),
    element("path", { class: "head", d: lines.map(headPath).join("") }),
    ...boxes.map(printBox),
    ...labels.map(printLabel),
  );
  return element("div", { class: "scroll diagram", role: "region", "aria-label": title, tabindex: 0 }, picture);
}

function printBox({ x, y, width, height, name, isEnd }: Box): Html {
  const middle = Math.round(x + width / 2);
  if (name === undefined) return element("circle", { cx: middle, cy: y + height / 2, r: height / 2 });
  const rectangle = element("rect", { class: isEnd ? "end" : undefined, x, y, width, height });
  return joinHtml([rectangle, element("text", { class: "name", x: middle, y: y + height / 2 + 4 }, escapeText(name))]);
}

function printLabel({ x, y, lines }: Label): Html {
  const top = y + 4 - ((lines.length - 1) * lineHeight) / 2;
  return joinHtml(lines.map((line, index) => element("text", { x, y: top + index * lineHeight }, escapeText(line))));
}

function linePath({ from, to }: Line): string {
  return `M${from.join(" ")}${from[1] === to[1] ? `H${to[0]}` : `V${to[1]}`}`;
}

function headPath({ from, to: [x, y], hasHead }: Line): string {
  if (!hasHead) return "";
  const [dx, dy] = [Math.sign(x - from[0]) * head, Math.sign(y - from[1]) * head];
  const [px, py] = [dy / 2, dx / 2];
  return `M${x} ${y}L${x - dx + px} ${y - dy + py}L${x - dx - px} ${y - dy - py}Z`;
}

const tags = { strong: "strong", emphasis: "em", deleted: "del" } as const;

/** Prints text and inline elements as HTML for the page with this path. */
export function printInline(content: readonly Inline[], page: string): Html {
  return joinHtml(content.map((piece) => printPiece(piece, page)));
}

function printPiece(piece: Inline, page: string): Html {
  if (typeof piece === "string") return escapeText(piece);
  switch (piece.kind) {
    case "code":
      return element("code", {}, escapeText(piece.text));
    case "break":
      return element("br", {});
    case "folded":
      return element(
        "details",
        {},
        element("summary", {}, escapeText(piece.summary)),
        element("code", {}, escapeText(piece.text)),
      );
    case "tag":
      return element("span", { class: ["tag", piece.tone].filter(Boolean).join(" ") }, escapeText(piece.text));
    case "link":
      return element("a", { href: addressOf(piece.to, page) }, printInline(piece.content, page));
    default:
      return element(tags[piece.kind], {}, printInline(piece.content, page));
  }
}

/** Returns the address of a link on a page. */
function addressOf(to: LinkTarget, page: string): Address {
  if ("address" in to) return to.address;
  if ("anchor" in to) throw new Error(`a link to a heading that was not resolved: ${to.anchor.written}`);
  return relativeAddress(page, `${to.page}.html`, to.fragment);
}

/** Returns whether inline elements contain a link, which can't be part of another one. */
function hasLink(content: readonly Inline[]): boolean {
  return content.some(
    (piece) => typeof piece === "object" && (piece.kind === "link" || ("content" in piece && hasLink(piece.content))),
  );
}

/** Makes a heading or a field's name link to itself, so that the link can be copied. */
function selfLink(id: string, content: Html): Html {
  return element("a", { href: fragmentAddress(id) }, content);
}
