import type { Page } from "../content/page.js";
import { markdownAddress, markdownText } from "./escape.js";
import { printLine } from "./print-inline.js";

/** `llms.txt`: the site's name, what it is about, and its pages by section, as Markdown that a language model reads first. */
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
