import type { Cell, Column, Row, Table } from "../content/block.js";
import { element, type Attributes } from "./element.js";
import { escapeText, joinHtml, type Html } from "./escape.js";
import { placeLink } from "./place-link.js";
import { printInline } from "./print-inline.js";

/** A table. One that may be wider than the screen scrolls, which takes a keyboard that can reach it. */
export function printTable(table: Table, page: string): Html {
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

/** One row of headings, or two where columns share one. */
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
      // Turned by the style sheet. There are many, and what stands in the head of a table heads its column anyhow.
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

/** Marks that are absent at the end of a row need no cells, and what names a row of marks can be nothing else. */
function printRow({ id, cells, isGroup }: Row, { columns, look }: Table, page: string): Html {
  const [name, ...others] = cells
    .slice(0, cells.findLastIndex((cell) => cell !== false) + 1)
    .map((cell) => printCell(cell, page));
  if (isGroup) return element("tr", { class: "group" }, element("th", { colspan: columns.length, scope: "rowgroup" }, name!));
  const first = element("th", { scope: look === "matrix" ? undefined : "row" }, id === undefined ? name! : placeLink(id, name!));
  return element("tr", { id }, first, ...others.map((cell) => element("td", {}, cell)));
}

function printCell(cell: Cell, page: string): Html {
  if (typeof cell !== "boolean") return printInline(cell, page);
  return cell ? escapeText("●") : joinHtml([]);
}
