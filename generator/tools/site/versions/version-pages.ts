import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { createFileNamer } from "../../../model/names.js";
import { separateVariants } from "../../../model/variants/separate-variants.js";
import type { Page } from "../blocks/block.js";
import { code, pageLink } from "../blocks/inline.js";
import { report } from "../diagnostics.js";
import type { VersionLink } from "../html/print-page.js";
import type { DocsOptions } from "../options.js";
import { buildPages } from "../pages/build-pages.js";
import { changesPages } from "../pages/changes-pages.js";
import { fixedPages, servedName } from "../page-paths.js";
import { createSite, type Site } from "../site.js";
import { taggedContract } from "../tagged-contract.js";
import { checkRedirects, findMoved, type SamePage, type VersionMoves } from "./moved-pages.js";
import type { SiteVersion } from "./site-version.js";

/** A version with its pages. Paths of pages begin in its folder. */
export interface VersionPages extends SiteVersion, VersionMoves {
  /** 0: the newest. */
  readonly index: number;
  /** Empty for the newest version, otherwise such as `versions/1.2.0/`. */
  readonly folder: string;
  /** The way from the folder to the root of the site, which is the folder of the newest version. */
  readonly toRoot: string;
  readonly site: Site;
  readonly pages: readonly Page[];
}

/** Builds the pages of all versions, the newest first. The setting's redirects are those of the newest. */
export function pagesOfVersions(
  versions: readonly SiteVersion[],
  options: DocsOptions,
  diagnostics: Diagnostic[],
): VersionPages[] {
  const unique = createFileNamer([]);
  const sites = versions.map((version, index) => {
    const folder = index === 0 ? "" : `versions/${unique(servedName(version.name))}/`;
    return { version, index, folder, toRoot: index === 0 ? "" : "../../", site: siteOf(version, index, options) };
  });
  return sites.map(({ version, index, folder, toRoot, site }) => {
    const older = sites[index + 1];
    const others = sites.map((one) => {
      const prefix = one.index === index ? "" : toRoot + one.folder;
      return { name: one.version.name, start: prefix + fixedPages.start };
    });
    const pages = buildPages({ ...site, versions: sites.length > 1 ? others : [] });
    const { changes = [] } = version;
    if (older) {
      const before = { name: older.version.name, site: older.site, root: toRoot + older.folder };
      pages.push(...changesPages(changes, { name: version.name, site, root: "" }, before));
    }
    const paths = new Set(pages.map(({ path }) => path));
    const moved = older ? findMoved(changes, older.site, site) : new Map<string, string>();
    const { redirects, problems } = checkRedirects((index === 0 && options.redirects) || {}, paths);
    for (const problem of problems) report(diagnostics, "docs-redirect", problem);
    // The setting knows better than a comparison.
    for (const from of redirects.keys()) moved.delete(from);
    return { ...version, index, folder, toRoot, site, pages, paths, moved, redirects };
  });
}

/** Creates the site of a version. Own pages and addresses of source files belong to the newest one. */
function siteOf({ contract, source }: SiteVersion, index: number, options: DocsOptions): Site {
  // Requests and responses have separate schemas.
  const whole = separateVariants(contract);
  const own = index === 0 ? options : { ...options, pages: undefined, sourceUrl: undefined };
  return createSite(options.tags ? taggedContract(whole, options.tags) : whole, source, own);
}

/** Returns the links from a page to the same page of other versions; where a version has none, to its first page. */
export function linkVersions(
  path: string,
  from: VersionPages,
  all: readonly VersionPages[],
  samePage: SamePage,
): { readonly versions?: readonly VersionLink[]; readonly canonical?: string } {
  if (all.length < 2) return {};
  const versions = all.map((to): VersionLink => {
    const there = samePage(path, from.index, to.index);
    return {
      name: to.name,
      path: (to === from ? "" : from.toRoot + to.folder) + (there ?? fixedPages.start),
      isThis: to === from,
      isSamePage: there !== undefined,
    };
  });
  const [newest] = versions;
  return { versions, ...(from.index > 0 && newest!.isSamePage && { canonical: newest!.path }) };
}

/** Returns the page at the former path of another, by its former name. */
export function movedPage(path: string, { path: to, title, above }: Page): Page {
  const link = pageLink(code(title), to);
  const name = path.split("/").findLast((part) => part !== "index") ?? title;
  return {
    path,
    title: `${name} (moved)`,
    heading: [code(name)],
    lead: ["This page is now ", link, "."],
    tags: [],
    above,
    blocks: [],
    finds: [],
  };
}
