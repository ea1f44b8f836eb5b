import { createNamer } from "../../../model/names.js";
import { type Block, type Heading, isHeading, type Page } from "./block.js";
import { type Anchor, fragmentAddress, type Inline, type LinkTarget } from "./inline.js";

/** The ids of a page: those of its own blocks, and those of headings in the texts of the contract. */
interface PageIds {
  readonly path: string;
  readonly own: ReadonlySet<string>;
  readonly headings: ReadonlyMap<Heading, string>;
  /** The target of a link to a heading: one of the same text, otherwise one of another text. */
  readonly find: (anchor: Anchor) => string | undefined;
}

/**
 * Gives the headings in texts of the contract ids that are unique on their page, and points the links of these texts at
 * them: at a heading of the same text, of the same page, or of the first page, which contains the description of the API.
 * A link to nothing becomes its text.
 */
export function resolveAnchors(pages: readonly Page[]): Page[] {
  const [first] = pages;
  const start = first && idsOf(first);
  return pages.map((page) => {
    const ids = page === first ? start! : idsOf(page);
    const { heading, lead, tags, blocks } = page;
    const resolve = <Part>(part: Part): Part => resolvePart(part, ids, start!) as Part;
    return { ...page, heading: resolve(heading), lead: resolve(lead), tags: resolve(tags), blocks: resolve(blocks) };
  });
}

function idsOf({ path, blocks }: Page): PageIds {
  const own = new Set(blocks.flatMap(ownIds));
  const unique = createNamer(own);
  const headings = new Map<Heading, string>();
  const ofTexts = new Map<Anchor["text"], Map<string, string>>();
  const ofPage = new Map<string, string>();
  forEachPart(blocks, (part) => {
    if (!isHeading(part) || part.anchor === undefined) return;
    const { slug, text } = part.anchor;
    const id = unique(slug);
    headings.set(part, id);
    ofTexts.set(text, (ofTexts.get(text) ?? new Map<string, string>()).set(slug, id));
    if (!ofPage.has(slug)) ofPage.set(slug, id);
  });
  const find = ({ slug, text }: Anchor) => ofTexts.get(text)?.get(slug) ?? ofPage.get(slug);
  return { path, own, headings, find };
}

function ownIds(block: Block): string[] {
  if (block.kind === "heading") return block.id === undefined ? [] : [block.id];
  return block.kind === "table" ? block.rows.flatMap(({ id }) => (id === undefined ? [] : [id])) : [];
}

function forEachPart(part: unknown, visit: (part: object) => void): void {
  if (typeof part !== "object" || part === null) return;
  visit(part);
  for (const inner of Object.values(part)) forEachPart(inner, visit);
}

function resolvePart(part: unknown, ids: PageIds, start: PageIds): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.flatMap((inner) => resolveItem(inner, ids, start));
  const entries = Object.entries(part).map(([name, inner]) => [name, resolvePart(inner, ids, start)]);
  const id = isHeading(part) ? ids.headings.get(part) : undefined;
  return { ...(Object.fromEntries(entries) as object), ...(id === undefined ? {} : { id, anchor: undefined }) };
}

/** Resolves a part of a list; a link that leads nowhere becomes its content. */
function resolveItem(part: unknown, ids: PageIds, start: PageIds): unknown[] {
  if (!isAnchorLink(part)) return [resolvePart(part, ids, start)];
  const content = resolvePart(part.content, ids, start) as Inline[];
  const to = targetOf(part.to.anchor, ids, start);
  return to === undefined ? content : [{ ...part, to, content }];
}

function targetOf(anchor: Anchor, ids: PageIds, start: PageIds): LinkTarget | undefined {
  const here = ids.find(anchor) ?? (ids.own.has(anchor.written) ? anchor.written : undefined);
  if (here !== undefined) return { address: fragmentAddress(here) };
  const fragment = start.find(anchor);
  return fragment === undefined ? undefined : { page: start.path, fragment };
}

type AnchorLink = Extract<Inline, { kind: "link" }> & { readonly to: { readonly anchor: Anchor } };

function isAnchorLink(part: unknown): part is AnchorLink {
  const link = part as Partial<AnchorLink> | null;
  return typeof link === "object" && link?.kind === "link" && link.to !== undefined && "anchor" in link.to;
}
