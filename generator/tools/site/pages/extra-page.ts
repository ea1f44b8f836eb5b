import { plainText, safeAddress, type LinkTarget } from "../blocks/inline.js";
import type { Page } from "../blocks/block.js";
import { parseMarkdown } from "../blocks/parse-markdown.js";
import type { ExtraPage } from "../options.js";
import type { Site } from "../site.js";

/**
 * Returns a page of the user's own. It may link to other such pages by their file names, and its headings are link
 * targets.
 */
export function extraPage({ name, text }: ExtraPage, site: Site): Page {
  const pages = site.options.pages ?? [];
  const resolve = (address: string): LinkTarget | undefined => {
    const [file = "", fragment] = address.split("#");
    const other = pages.find((page) => `${page.name}.md` === file.replace(/^\.\//, ""));
    if (other) return { page: site.paths.extra(other.name), fragment };
    const safe = safeAddress(address);
    return safe === undefined ? undefined : { address: safe };
  };
  const [first, ...rest] = parseMarkdown(text, { headingLevel: 1, resolve });
  const isTitle = first?.kind === "heading" && first.level === 1;
  const blocks = isTitle || !first ? rest : [first, ...rest];
  return {
    path: site.paths.extra(name),
    title: isTitle ? plainText(first.content) : name,
    heading: isTitle ? first.content : [name],
    lead: [],
    tags: [],
    above: [],
    blocks: blocks.map((block) => (block.kind === "heading" ? { ...block, level: Math.max(block.level, 2) } : block)),
    finds: [],
  };
}
