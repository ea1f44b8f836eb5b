import { createNamer } from "../../../model/names.js";
import type { Inline } from "./inline.js";

/**
 * What a page is made of. Pages are built from blocks only; two printers turn them into HTML and Markdown, so that both
 * say the same, and text of a contract has one way into each.
 */
export type Block =
  | Heading
  | { readonly kind: "paragraph"; readonly content: readonly Inline[] }
  /** Quieter than a paragraph, below what it belongs to. */
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
  /** 2 for the sections of a page; the title is no block. */
  readonly level: number;
  readonly content: readonly Inline[];
  /** Makes it a target of links. */
  readonly id?: string;
}

export interface CodeBlock {
  readonly kind: "code";
  readonly text: string;
  /** As behind the fence of a Markdown block: `json`, `ts`, `sh`. */
  readonly language?: string | undefined;
  /** What it is, in a word or two; shown above it. */
  readonly label?: string;
  readonly tone?: "good" | "bad";
}

/** One of several ways to say the same. */
export interface Tab {
  readonly name: string;
  readonly code: CodeBlock;
}

export interface Table {
  readonly kind: "table";
  /** Says what is in the table to those who don't see it. */
  readonly caption: string;
  /** `fields`: rows become blocks on narrow screens; `matrix`: many narrow columns. */
  readonly look?: "fields" | "matrix";
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface Column {
  readonly label: string;
  /** Columns beside each other with the same group share a heading. */
  readonly group?: string | undefined;
  /** Whether it contains only a few characters. */
  readonly isNarrow?: boolean;
}

/** A row's first cell names it. A group has only this cell, above the rows of the group. */
export interface Row {
  readonly id?: string;
  readonly isGroup?: boolean;
  readonly cells: readonly Cell[];
}

/** `true` and `false` are a mark and its absence. */
export type Cell = boolean | readonly Inline[];

export interface Fact {
  readonly term: string;
  readonly content: readonly Inline[];
}

/** A picture of boxes and arrows between them, with its layout. */
export interface Diagram {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly labels: readonly Label[];
}

/** A rectangle with its name inside; without a name a dot. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly name: string | undefined;
  readonly isEnd: boolean;
}

/** A straight line, across or down, with an arrow head where it ends if it has one. */
export interface Line {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly hasHead: boolean;
}

/** Text around its middle, a piece for each line. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

/** One page of the site, before it is HTML or Markdown. */
export interface Page {
  /** Path in the site without extension, with `/`: `actions/postgres/add_ip`. */
  readonly path: string;
  /** For tabs of the browser and lists. */
  readonly title: string;
  readonly heading: readonly Inline[];
  /** A sentence below the heading, and what search engines show. */
  readonly lead: readonly Inline[];
  /** Labels beside the lead. */
  readonly tags: readonly Inline[];
  /** Pages above this one, the nearest last. */
  readonly above: readonly Crumb[];
  readonly blocks: readonly Block[];
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
  /** What the search finds here besides the title. */
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

/** Something on a page that has an id and a name of its own. */
export interface Find {
  readonly kind: "field" | "error";
  readonly name: string;
  readonly id: string;
}

/** Hands out the ids of one page: what a name has that an id can't is replaced, and no id is given twice. */
export function createIds(): (name: string) => string {
  const unique = createNamer([]);
  return (name) => unique(name.replaceAll("[]", "").replace(/[^A-Za-z0-9_.-]+/g, "-"));
}
