import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import type { OutputFile } from "../../../typescript/output-file.js";
import { report } from "../diagnostics.js";
import { element, escapeText, type Html, joinHtml } from "../html/element.js";
import { printInline } from "../html/print-blocks.js";
import { quotedAsCode } from "../pages/changes-pages.js";
import { fixedPages } from "../page-paths.js";
import { bySection, sectionOf, summarize, type VersionChange } from "./site-version.js";
import type { VersionPages } from "./version-pages.js";

/** A version whose changes a feed announces. */
type FeedVersion = VersionPages & { readonly changes: readonly VersionChange[]; readonly released: string };

/** Further changes of a version are only on its page. */
const maxChanges = 50;

/** Returns whether a site has a feed: if its address is known, and the day of a version with changes. */
export function hasFeed(versions: readonly VersionPages[], siteUrl: string | undefined): boolean {
  return siteUrl !== undefined && versions.some(isAnnounced);
}

/** Returns the feed of a site, if it has one. Versions without a day are not in it: an entry must have a date. */
export function feedOf(versions: readonly VersionPages[], siteUrl: string | undefined, diagnostics: Diagnostic[]): OutputFile[] {
  if (siteUrl === undefined) return [];
  for (const { name, changes, released } of versions)
    if (changes && released === undefined) report(diagnostics, "docs-released", { name });
  const announced = versions.filter(isAnnounced);
  if (announced.length === 0) return [];
  // A URL has no character that ends an attribute.
  const address = new URL(siteUrl.endsWith("/") ? siteUrl : `${siteUrl}/`).href;
  return [{ path: "feed.xml", text: printFeed(versions[0]!.site.name, address, announced) }];
}

function isAnnounced(version: VersionPages): version is FeedVersion {
  return version.changes !== undefined && version.released !== undefined;
}

/**
 * Prints the feed of changes as Atom (RFC 4287), the newest version first:
 *
 *     <entry>
 *     <title>2.0.0: 1 breaking change</title>
 *     <id>https://docs.example.com/feed.xml#2.0.0</id>
 *     …
 *
 * Its ids don't contain the addresses of pages, which change when there is a newer version.
 */
function printFeed(name: string, siteUrl: string, versions: readonly FeedVersion[]): string {
  const self = `${siteUrl}feed.xml`;
  const updated = versions
    .map(({ released }) => released)
    .toSorted()
    .at(-1)!;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<title>${escapeText(name)}: changes</title>`,
    `<id>${escapeText(self)}</id>`,
    `<link rel="self" href="${escapeText(self)}"/>`,
    `<link href="${escapeText(siteUrl)}index.html"/>`,
    `<updated>${midnight(updated)}</updated>`,
    `<author><name>${escapeText(name)}</name></author>`,
    ...versions.flatMap((version) => printEntry(version, siteUrl)),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

function printEntry({ name, changes, released, folder }: FeedVersion, siteUrl: string): string[] {
  return [
    "<entry>",
    `<title>${escapeText(name)}: ${summarize(changes)}</title>`,
    `<id>${escapeText(`${siteUrl}feed.xml#${encodeURIComponent(name)}`)}</id>`,
    `<link href="${escapeText(`${siteUrl}${folder}${fixedPages.changes}.html`)}"/>`,
    `<updated>${midnight(released)}</updated>`,
    `<content type="html">${escapeText(printChanges(changes))}</content>`,
    "</entry>",
  ];
}

function printChanges(changes: readonly VersionChange[]): Html {
  const reported = bySection(changes);
  const items = reported.slice(0, maxChanges).map((change) => {
    const text = printInline(quotedAsCode(change.message), "");
    return element(
      "li",
      {},
      ...(sectionOf(change) === "breaking" ? [element("strong", {}, escapeText("Breaking: "))] : []),
      text,
    );
  });
  const more = reported.length - items.length;
  return joinHtml([element("ul", {}, ...items), ...(more > 0 ? [element("p", {}, escapeText(`And ${more} more.`))] : [])]);
}

function midnight(day: string): string {
  return `${day}T00:00:00Z`;
}
