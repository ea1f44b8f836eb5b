import type { Page } from "./blocks/block.js";
import { fixedPages } from "./page-paths.js";
import { advertisedActions, type Site } from "./site.js";

/** A link to a page, with links to the pages below it. */
export interface NavLink {
  readonly title: string;
  readonly path: string;
  readonly below: readonly NavLink[];
}

/** Only the neighbours of the page are shown from a longer list, so that pages stay small. */
const maxBelow = 40;

/**
 * Returns a function that creates the links next to a page: to all sections, and to the pages of the page's own
 * section.
 */
export function createNavigation(site: Site, pages: readonly Page[]): (page: Page) => NavLink[] {
  const { contract, paths } = site;
  const extras = pages.filter(({ path }) => path.startsWith("pages/")).map(({ title, path }) => link(title, path));
  const single: readonly string[] = [fixedPages.authentication, fixedPages.webhooks, fixedPages.lifecycle, fixedPages.changes];
  const others = pages.filter(({ path }) => single.includes(path)).map(({ title, path }) => link(title, path));
  const operations = contract.operations.map(({ id }) => link(id, paths.operation(id)));
  const types = contract.serviceTypes.map((type) => {
    const actions = advertisedActions(type).map(({ name }) => link(name, paths.action(type.name, name)));
    return link(`${type.name} actions`, paths.type(type.name), actions);
  });
  const sections = [...(operations.length > 0 ? [link("Operations", fixedPages.operations, operations)] : []), ...types];

  return (page) => [
    link("Overview", fixedPages.start),
    ...extras,
    ...sections.map((section) =>
      isIn(page, section) ? { ...section, below: near(section.below, page) } : { ...section, below: [] },
    ),
    ...others,
  ];
}

function link(title: string, path: string, below: readonly NavLink[] = []): NavLink {
  return { title, path, below };
}

function isIn(page: Page, section: NavLink): boolean {
  return page.path === section.path || page.above.some(({ path }) => path === section.path);
}

function near(links: readonly NavLink[], page: Page): readonly NavLink[] {
  if (links.length <= maxBelow) return links;
  const at = links.findIndex(({ path }) => path === page.path);
  const start = Math.max(0, Math.min(at - maxBelow / 2, links.length - maxBelow));
  return links.slice(start, start + maxBelow);
}
