import type { Page } from "../blocks/block.js";
import type { Inline } from "../blocks/inline.js";
import { markdownAddress, markdownText, printBlocks, printLine } from "./print-blocks.js";

/** Prints a page as a Markdown document. */
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

/**
 * Prints `llms.txt`: the site's name, its description, and its pages by section, as Markdown that a language model
 * reads first.
 */
export function printLlms(name: string, pages: readonly Page[]): string {
  const [start, ...others] = pages;
  const sections = new Map<string, Page[]>([["Overview", [start!]]]);
  for (const page of others) {
    const section = page.above[0]?.title ?? (page.path.startsWith("schemas/") ? "Schemas" : "Overview");
    sections.set(section, [...(sections.get(section) ?? []), page]);
  }
  const parts = [...sections].map(([section, members]) => `## ${markdownText(section)}\n\n${members.map(pageLine).join("\n")}`);
  const lead = printLine(start!.lead, "");
  const links = "The same in one file: [llms-full.txt](llms-full.txt).";
  return `${[`# ${markdownText(name)}`, ...(lead === "" ? [] : [`> ${lead}`]), links, ...parts].join("\n\n")}\n`;
}

function pageLine({ title, path, lead }: Page): string {
  const about = printLine(lead, "");
  return `- [${markdownText(title)}](${markdownAddress(`${path}.md`)})${about === "" ? "" : `: ${about}`}`;
}
