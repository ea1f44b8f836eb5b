import { createNamer } from "../../../model/names.js";
import type { Anchor, Inline } from "./inline.js";

/**
 * The parts of a page. Pages are built from blocks only; two printers convert them to HTML and Markdown, so that both
 * have the same content, and text of a contract has a single way into each.
 */
export type Block =
  | Heading
  | { readonly kind: "paragraph"; readonly content: readonly Inline[] }
  /** Quieter than a paragraph, below the block that it belongs to. */
  | { readonly kind: "note"; readonly content: readonly Inline[] }
  | { readonly kind: "list"; readonly start?: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "quote"; readonly content: readonly Block[] }
  | { readonly kind: "rule" }
  | CodeBlock
  | { readonly kind: "tabs"; readonly label: string; readonly tabs: readonly Tab[] }
  | Table
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | { readonly kind: "diagram"; readonly diagram: Diagram };

export interface Heading {
  readonly kind: "heading";
  /** 2 for the sections of a page; the title is not a block. */
  readonly level: number;
  readonly content: readonly Inline[];
  /** Makes it a target of links. */
  readonly id?: string;
  /** The name of a heading in a text of the contract, which becomes its id. */
  readonly anchor?: Anchor | undefined;
}

/** Returns whether a part of a page is a heading. */
export function isHeading(part: object): part is Heading {
  return "kind" in part && part.kind === "heading";
}

export interface CodeBlock {
  readonly kind: "code";
  readonly text: string;
  /** As in the fence of a Markdown block: `json`, `ts`, `sh`. */
  readonly language?: string | undefined;
  /** A word or two that name the code; shown above it. */
  readonly label?: string;
  readonly tone?: "good" | "bad";
}

/** One of several equivalent variants. */
export interface Tab {
  readonly name: string;
  readonly code: CodeBlock;
}

export interface Table {
  readonly kind: "table";
  /** Describes the content to readers who don't see the table. */
  readonly caption: string;
  /** `fields`: rows become blocks on narrow screens; `matrix`: many narrow columns. */
  readonly look?: "fields" | "matrix";
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface Column {
  readonly label: string;
  /** Adjacent columns with the same group share a heading. */
  readonly group?: string | undefined;
  /** Whether it contains only a few characters. */
  readonly isNarrow?: boolean;
}

/** The first cell names the row. A group has only this cell, above the rows of the group. */
export interface Row {
  readonly id?: string;
  readonly isGroup?: boolean;
  readonly cells: readonly Cell[];
}

/** `true` is printed as a mark, `false` as nothing. */
export type Cell = boolean | readonly Inline[];

export interface Fact {
  readonly term: string;
  readonly content: readonly Inline[];
}

/** A picture of boxes and arrows, with its layout. */
export interface Diagram {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly labels: readonly Label[];
}

/** A rectangle with its name inside; without a name, a dot. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly name: string | undefined;
  readonly isEnd: boolean;
}

/** A horizontal or vertical line, optionally with an arrow head at its end. */
export interface Line {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly hasHead: boolean;
}

/** Text centered at a point, one line per piece. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

/** One page of the site, before it is printed as HTML or Markdown. */
export interface Page {
  /** Path in the site without extension, with `/`: `actions/postgres/add_ip`. */
  readonly path: string;
  /** The title in browser tabs and lists. */
  readonly title: string;
  readonly heading: readonly Inline[];
  /** A sentence below the heading, also shown by search engines. */
  readonly lead: readonly Inline[];
  /** Labels next to the lead. */
  readonly tags: readonly Inline[];
  /** Pages above this one, the nearest last. */
  readonly above: readonly Crumb[];
  readonly blocks: readonly Block[];
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
  /** The targets on the page that the search finds, besides the title. */
  readonly finds: readonly Find[];
}

interface Crumb {
  readonly title: string;
  readonly path: string;
}

/** The page before or after. */
export interface Neighbour {
  readonly title: string;
  readonly path: string;
}

/** A part of a page with an id and a name. */
export interface Find {
  readonly kind: "field" | "error";
  readonly name: string;
  readonly id: string;
}

/** Returns a function that creates unique ids for one page, with characters replaced that ids can't contain. */
export function createIds(): (name: string) => string {
  const unique = createNamer([]);
  return (name) => unique(name.replaceAll("[]", "").replace(/[^A-Za-z0-9_.-]+/g, "-"));
}
