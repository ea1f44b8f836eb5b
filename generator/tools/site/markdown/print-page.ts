import type { Inline } from "../content/inline.js";
import type { Page } from "../content/page.js";
import { printBlocks } from "./print-blocks.js";
import { printLine } from "./print-inline.js";

/** A page as a Markdown document. */
export function printPage({ path, heading, lead, tags, above, blocks }: Page): string {
  const way: Inline[] = above.map(({ title, path: page }) => ({ kind: "link", to: { page }, content: [title] }));
  const parts = [
    `# ${printLine(heading, path)}`,
    printLine(lead, path),
    printLine(
      tags.flatMap((tag, index) => (index === 0 ? [tag] : [", ", tag])),
      path,
    ),
    way.length > 0 ? printLine(["In ", ...way, "."], path) : "",
    printBlocks(blocks, path),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
