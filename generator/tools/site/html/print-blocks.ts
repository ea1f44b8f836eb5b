import type { Block, CodeBlock, Fact, Heading, Tab } from "../content/block.js";
import { element, type Tag } from "./element.js";
import { escapeText, joinHtml, type Html } from "./escape.js";
import { printDiagram } from "./print-diagram.js";
import { printInline } from "./print-inline.js";
import { printTable } from "./print-table.js";
import { placeLink } from "./place-link.js";

/** Blocks as HTML of the page with this path. */
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
  return element(`h${level}` as Tag, { id }, id === undefined ? text : placeLink(id, text));
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
