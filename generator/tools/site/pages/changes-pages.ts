import type { Block, Page } from "../blocks/block.js";
import { code, commaList, type Inline, pageLink, separated } from "../blocks/inline.js";
import { fixedPages } from "../page-paths.js";
import type { Site } from "../site.js";
import { pageOf } from "../versions/moved-pages.js";
import { bySection, type PartName, sectionOf, sections, summarize, type VersionChange } from "../versions/site-version.js";

/** The site of a version, with its path relative to the one that links to it: `versions/1.2.0/`. */
export interface LinkedSite {
  readonly name: string;
  readonly site: Site;
  readonly root: string;
}

/** Beyond these numbers there is another page, or only the number of links. */
const maxChanges = 30;
const maxLinks = 6;

/** The longest witness that is shown, in characters. */
const maxWitness = 200;

/** Returns the pages of what changed since the version before: breaking changes first. */
export function changesPages(changes: readonly VersionChange[], after: LinkedSite, before: LinkedSite): Page[] {
  const sorted = bySection(changes);
  const pages = Array.from({ length: Math.max(1, Math.ceil(sorted.length / maxChanges)) }, (_, index) => ({
    path: index === 0 ? fixedPages.changes : `${fixedPages.changes}-${index + 1}`,
    title: index === 0 ? "Changes" : `Changes, page ${index + 1}`,
    changes: sorted.slice(index * maxChanges, (index + 1) * maxChanges),
  }));
  return pages.map(({ path, title, changes: some }, index): Page => ({
    path,
    title,
    heading: ["Changes in ", code(after.name)],
    lead: ["Since ", code(before.name), `: ${summarize(changes)}.`],
    tags: [],
    above: index === 0 ? [] : [pages[0]!],
    blocks: changeBlocks(some, after, before),
    previous: pages[index - 1],
    next: pages[index + 1],
    finds: [],
  }));
}

function changeBlocks(changes: readonly VersionChange[], after: LinkedSite, before: LinkedSite): Block[] {
  return sections.flatMap(({ kind, title }): Block[] => {
    const items = changes.filter((change) => sectionOf(change) === kind).map((change) => describe(change, after, before));
    if (items.length === 0) return [];
    return [
      { kind: "heading", level: 2, content: [title], id: kind },
      { kind: "list", items },
    ];
  });
}

const affected = { client: "clients", server: "servers", both: "clients and servers" } as const;

function describe(
  { rule, message, witness, isCertain, subjects }: VersionChange,
  after: LinkedSite,
  before: LinkedSite,
): Block[] {
  const breaks = affectedBy(rule.breaks, after.site);
  const who: Inline[] =
    breaks === undefined ? [] : [" ", { kind: "tag", tone: rule.breaks === "server" ? "warn" : "bad", text: `breaks ${breaks}` }];
  // Why a change breaks servers is about their handlers.
  const why = rule.breaks === "server" && breaks === undefined ? [] : [[rule.why]];
  const text = witness === undefined ? undefined : JSON.stringify(witness);
  const example: Inline[][] = text === undefined || text.length > maxWitness ? [] : [["For example: ", code(text), "."]];
  const doubt = isCertain ? [] : [["No value was found that demonstrates it, so it may be harmless."]];
  const links = linksTo(subjects, after, before);
  const note = separated([...why, ...example, ...doubt, ...(links.length === 0 ? [] : [["See ", ...links, "."]])], " ");
  return [
    { kind: "paragraph", content: [...quotedAsCode(message), ".", ...who] },
    ...(note.length === 0 ? [] : [{ kind: "note" as const, content: note }]),
  ];
}

/** Returns who has to adapt to a change; absent if nobody has, or if it is about servers, whose implementation is hidden. */
function affectedBy(breaks: VersionChange["rule"]["breaks"], { options }: Site): string | undefined {
  if (breaks === "nobody" || (breaks === "server" && options.hideHandlers)) return undefined;
  return affected[breaks === "both" && options.hideHandlers ? "client" : breaks];
}

/** Returns a message with its quoted names as code. */
export function quotedAsCode(message: string): Inline[] {
  return message.split(/("(?:[^"\\]|\\.)*")/).map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : part));
}

/** Returns links to the pages concerned: those of this version, and of what it no longer has those of the version before. */
function linksTo(subjects: VersionChange["subjects"], after: LinkedSite, before: LinkedSite): Inline[] {
  const links = new Map<string, Inline>();
  for (const { before: old, after: now } of subjects) {
    // Around a part that was removed, this version has only what contained it.
    const isGone = old !== undefined && (now === undefined || (old.kind === "action" && now.kind === "type"));
    const [part, { site, root, name }] = isGone ? [old, before] : [now, after];
    const page = pageOf(part, site);
    if (part === undefined || page === undefined) continue;
    const title = titleOf(part, site);
    links.set(root + page, pageLink(root === after.root ? title : `${title} in ${name}`, root + page));
  }
  const all = [...links.values()];
  const more = all.length - maxLinks;
  return more > 0 ? [...commaList(all.slice(0, maxLinks)), ` and ${more} more`] : commaList(all, " and ");
}

function titleOf(part: PartName, { contract }: Site): string {
  if (part.kind === "type") return `${part.type} actions`;
  if (part.kind === "action") return `${part.type} ${part.action}`;
  if (part.role !== "api") return "Webhooks";
  return contract.operations.find(({ method, path }) => method === part.method && path === part.path)!.id;
}
