import { takenBy } from "../../templates/runtime/client/pages.js";

/** A name without case, separators and digits. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** Plain names of what says how many items a page has. */
export const limitNames: ReadonlySet<string> = new Set([
  "limit",
  "perpage",
  "pagesize",
  "size",
  "maxresults",
  "maxitems",
  "count",
  "take",
  "first",
  "top",
]);

/** Plain names of what says which page it is. */
export const pageNames: ReadonlySet<string> = new Set(["page", "pagenumber", "pageindex"]);

/** Plain names of what says how many items are before it. */
export const offsetNames: ReadonlySet<string> = new Set(["offset", "skip", "start", "startindex"]);

/** Plain names of what says after what it begins. */
export const cursorNames: ReadonlySet<string> = new Set([
  ...Object.values(takenBy).map(plain),
  "after",
  "startingafter",
  "continuationtoken",
  "startafter",
  "pagecursor",
  "exclusivestartkey",
]);
