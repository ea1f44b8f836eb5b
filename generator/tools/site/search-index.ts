import { stringList, stringLiteral } from "../../typescript/encode.js";
import { plainText } from "./content/inline.js";
import type { Page } from "./content/page.js";

/**
 * What the search looks through, loaded when somebody begins to search:
 *
 *     docsEntries = [
 *       ["add_ip", "postgres", "actions/postgres/add_ip", "Allow a network to connect.", ["body.cidr", "error.entry_exists"]],
 *     ];
 *
 * Of each page its title, the page above it, its path, its lead, and the ids of its fields and errors.
 */
export function printSearchIndex(pages: readonly Page[]): string {
  const entries = pages.map(({ title, above, path, lead, finds }) => {
    const texts = [title, above.at(-1)?.title ?? "", path, plainText(lead)].map(stringLiteral);
    return `  [${texts.join(", ")}, ${stringList(finds.map(({ id }) => id))}],\n`;
  });
  return `docsEntries = [\n${entries.join("")}];\n`;
}
