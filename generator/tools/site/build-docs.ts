import { compare, type Diagnostic } from "../../diagnostics/diagnostic.js";
import type { EmitContext } from "../../emit/emitter.js";
import type { ContractWithDocuments } from "../../model/contract.js";
import { stringList, stringLiteral } from "../../typescript/encode.js";
import type { OutputFile } from "../../typescript/output-file.js";
import type { Page } from "./blocks/block.js";
import { plainText } from "./blocks/inline.js";
import { type PageFrame, printPage as printHtml } from "./html/print-page.js";
import { printLlms, printPage as printMarkdown } from "./markdown/print-page.js";
import { createNavigation } from "./navigation.js";
import type { DocsOptions } from "./options.js";
import { printTheme } from "./print-theme.js";
import type { ContractFiles } from "./site.js";
import { createForms } from "./try-it/forms.js";
import { createPageFinder, findRedirects, type SamePage } from "./versions/moved-pages.js";
import { feedOf, hasFeed } from "./versions/print-feed.js";
import type { SiteVersion } from "./versions/site-version.js";
import { linkVersions, movedPage, pagesOfVersions, type VersionPages } from "./versions/version-pages.js";

/** Files that are identical in every site. */
const assets = ["docs.js", "icon.svg", "style.css"];

/**
 * Builds the site of a contract: each page as HTML and as Markdown, the search index, and the whole as one text for
 * language models. The same contract and options yield the same bytes.
 */
export function buildDocs(
  contract: ContractWithDocuments,
  source: ContractFiles,
  options: DocsOptions,
  context: EmitContext,
): OutputFile[] {
  return buildSite([{ contract, source, name: contract.version }], options, context).files;
}

/** A site, and the problems of its settings. */
export interface BuiltSite {
  readonly files: OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds the site of a contract and of its earlier versions, the newest first. Each version has its own pages: the newest
 * at the root, others in `versions/`.
 */
export function buildSite(versions: readonly SiteVersion[], options: DocsOptions, context: EmitContext): BuiltSite {
  const diagnostics: Diagnostic[] = [];
  const all = pagesOfVersions(versions, options, diagnostics);
  const samePage = createPageFinder(all);
  const files = all.flatMap((version) =>
    printVersion(version, all, samePage, options, context).map((file) => ({ ...file, path: version.folder + file.path })),
  );
  const feed = feedOf(all, options.siteUrl, diagnostics);
  return { files: [...files, ...feed].sort((a, b) => compare(a.path, b.path)), diagnostics };
}

function printVersion(
  version: VersionPages,
  all: readonly VersionPages[],
  samePage: SamePage,
  options: DocsOptions,
  context: EmitContext,
): OutputFile[] {
  const { index, site, pages, paths, contract } = version;
  const redirects = findRedirects(
    all.slice(index).map(({ moved, redirects }) => new Map([...moved, ...redirects])),
    paths,
  );
  const navigation = createNavigation(site, pages);
  const { logo, accent } = options;
  const frame: PageFrame = {
    name: site.name,
    origin: `${contract.title} ${contract.version}, documented by openapi-actions`,
    hasLogo: logo !== undefined,
    hasTheme: accent !== undefined,
    feed: hasFeed(all, options.siteUrl) ? `${version.toRoot}feed.xml` : undefined,
  };
  const forms = options.tryIt ? createForms(site) : undefined;
  const print = (page: Page) => {
    const ofVersions = linkVersions(page.path, version, all, samePage);
    return printHtml(forms?.withForm(page) ?? page, navigation(page), { ...frame, ...ofVersions, ...forms?.frame(page) });
  };
  const printMoved = (page: Page, moved: string) =>
    printHtml(page, navigation(page), { ...frame, canonical: moved, isMoved: true });
  const markdown = pages.map((page) => printMarkdown(page));
  return [
    ...pages.map((page) => ({ path: `${page.path}.html`, text: print(page) })),
    ...pages.map(({ path }, index) => ({ path: `${path}.md`, text: markdown[index]! })),
    ...[...redirects].flatMap(([from, to]) => {
      const page = movedPage(
        from,
        pages.find(({ path }) => path === to)!,
      );
      return [
        { path: `${from}.html`, text: printMoved(page, to) },
        { path: `${from}.md`, text: printMarkdown(page) },
      ];
    }),
    { path: "search-index.js", text: printSearchIndex(pages) },
    { path: "llms.txt", text: printLlms(site.name, pages) },
    { path: "llms-full.txt", text: markdown.join("\n---\n\n") },
    ...assets.map((path) => ({ path, text: context.template(`docs/${path}`) })),
    ...(forms?.files(context.template) ?? []),
    ...(logo === undefined ? [] : [{ path: "logo.svg", text: logo }]),
    ...(accent === undefined ? [] : [{ path: "theme.css", text: printTheme(accent) }]),
  ];
}

/**
 * Prints the search index, which is loaded when a search begins:
 *
 *     docsEntries = [
 *       ["add_ip", "postgres", "actions/postgres/add_ip", "Allow a network to connect.", ["body.cidr", "error.entry_exists"]],
 *     ];
 *
 * A page has its title, the title of its parent, its path, its lead, and the ids of its fields and errors.
 */
function printSearchIndex(pages: readonly Page[]): string {
  const entries = pages.map(({ title, above, path, lead, finds }) => {
    const texts = [title, above.at(-1)?.title ?? "", path, plainText(lead)].map(stringLiteral);
    return `  [${texts.join(", ")}, ${stringList(finds.map(({ id }) => id))}],\n`;
  });
  return `docsEntries = [\n${entries.join("")}];\n`;
}
