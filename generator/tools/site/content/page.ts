import type { Block } from "./block.js";
import type { Inline } from "./inline.js";

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

export interface Crumb {
  readonly title: string;
  readonly path: string;
}

/** The page before or after. */
export interface Neighbour {
  readonly title: string;
  readonly path: string;
}

/** Something on a page that has a place and a name of its own. */
export interface Find {
  readonly kind: "field" | "error";
  readonly name: string;
  readonly id: string;
}
