import type { Neighbour, Page } from "../blocks/block.js";
import { fragmentAddress, plainText, relativeAddress } from "../blocks/inline.js";
import type { NavLink } from "../navigation.js";
import { element, escapeText, type Html, joinHtml } from "./element.js";
import { printBlocks, printInline } from "./print-blocks.js";

/** The common parts of all pages of a site. */
export interface PageFrame {
  readonly name: string;
  /** The source and the generator of the site, for the footer of each page. */
  readonly origin: string;
  readonly hasLogo: boolean;
  readonly hasTheme: boolean;
  /** The origins that pages with a form may call, besides their own. */
  readonly origins?: readonly string[];
  /** The path of the feed of changes. */
  readonly feed?: string | undefined;
  /** The versions of the site, the newest first; absent if there is one. */
  readonly versions?: readonly VersionLink[];
  /** The path of the page that search engines should list instead: that of the newest version. */
  readonly canonical?: string;
  /** Whether the page only leads to that one. */
  readonly isMoved?: boolean;
}

/** A link from a page to a version. */
export interface VersionLink {
  readonly name: string;
  /** Of the same page there, or of the first page. */
  readonly path: string;
  /** Whether it is the version of the page. */
  readonly isThis: boolean;
  readonly isSamePage: boolean;
}

/**
 * The second line of defence after the escaping: a page loads only its own files. A page that is opened as a file has
 * no origin that `'self'` could denote in every browser, so `file:` is listed as well.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file:",
  "img-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Longer texts are cut in search results. */
const maxDescription = 160;

/** Prints a page as an HTML document. */
export function printPage(page: Page, links: readonly NavLink[], frame: PageFrame): string {
  const root = "../".repeat(page.path.split("/").length - 1);
  const body = [
    element("a", { class: "skip", href: fragmentAddress("main") }, escapeText("Skip to content")),
    printHeader(frame, page.path),
    printMain(page, frame),
    element("nav", { id: "contents", "aria-label": "Contents" }, printLinks(links, page.path)),
    printFooter(frame, page.path),
  ];
  const html = element(
    "html",
    { lang: "en", "data-root": root },
    printHead(page, frame),
    element("body", {}, joinHtml(body, "\n")),
  );
  return `<!doctype html>\n${html}\n`;
}

function printHead({ path, title, lead }: Page, frame: PageFrame): Html {
  const { name, hasLogo, hasTheme, origins, feed, canonical, isMoved } = frame;
  const connections = origins ? `; connect-src ${["'self'", ...origins].join(" ")}` : "";
  const file = (asset: string) => relativeAddress(path, asset);
  const description = plainText(lead).replace(/\s+/g, " ").slice(0, maxDescription);
  return element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("title", {}, escapeText(title === name ? title : `${title} · ${name}`)),
    element("meta", { name: "viewport", content: "width=device-width,initial-scale=1" }),
    element("meta", { "http-equiv": "Content-Security-Policy", content: policy + connections }),
    ...(description === "" ? [] : [element("meta", { name: "description", content: description })]),
    element("link", { rel: "stylesheet", href: file("style.css") }),
    ...(hasTheme ? [element("link", { rel: "stylesheet", href: file("theme.css") })] : []),
    element("link", { rel: "icon", href: file(hasLogo ? "logo.svg" : "icon.svg") }),
    element("link", { rel: "alternate", type: "text/markdown", href: file(`${path}.md`) }),
    ...(feed === undefined ? [] : [element("link", { rel: "alternate", type: "application/atom+xml", href: file(feed) })]),
    ...(canonical === undefined ? [] : [element("link", { rel: "canonical", href: file(`${canonical}.html`) })]),
    ...(isMoved ? [element("meta", { "http-equiv": "refresh", content: `0;url=${file(`${canonical}.html`)}` })] : []),
    element("script", { src: file("docs.js") }),
  );
}

/** The script adds the search and the switch between light and dark, which don't work without it. */
function printHeader({ name, hasLogo, versions }: PageFrame, page: string): Html {
  const logo = hasLogo ? [element("img", { src: relativeAddress(page, "logo.svg"), alt: "", height: 24 })] : [];
  const start = relativeAddress(page, "index.html");
  const noScript = [
    escapeText("Search needs JavaScript; the "),
    element("a", { href: start }, escapeText("overview")),
    escapeText(" does not."),
  ];
  return element(
    "header",
    {},
    element("a", { class: "brand", href: relativeAddress(page, "index.html") }, ...logo, escapeText(name)),
    ...(versions ? [printVersions(versions, page)] : []),
    element("a", { class: "to-contents", href: fragmentAddress("contents") }, escapeText("Contents")),
    element("noscript", {}, ...noScript),
  );
}

/** Prints the links to other versions, behind the name of this one. */
function printVersions(versions: readonly VersionLink[], page: string): Html {
  const links = versions.map(({ name, path, isThis, isSamePage }) => {
    const address = relativeAddress(page, `${path}.html`);
    const link = element("a", { href: address, "aria-current": isThis ? "true" : undefined }, escapeText(name));
    return element("li", {}, link, escapeText(isSamePage ? "" : " has no such page"));
  });
  const { name } = versions.find(({ isThis }) => isThis)!;
  const summary = element("summary", {}, escapeText(`Version ${name}`));
  return element(
    "nav",
    { class: "versions", "aria-label": "Versions" },
    element("details", {}, summary, element("ul", {}, ...links)),
  );
}

/** Tells readers of an earlier version which one is the newest. */
function printNewest(versions: readonly VersionLink[], page: string): Html[] {
  const [newest] = versions;
  const current = versions.find(({ isThis }) => isThis);
  if (!newest || !current || newest.isThis) return [];
  const link = element("a", { href: relativeAddress(page, `${newest.path}.html`) }, escapeText(`version ${newest.name}`));
  const where = newest.isSamePage ? ", which has this page too." : ", which has no such page.";
  return [
    element("p", { class: "outdated" }, escapeText(`This is version ${current.name}. The newest is `), link, escapeText(where)),
  ];
}

function printFooter({ origin, feed }: PageFrame, page: string): Html {
  const link = (file: string, text: string) =>
    element("p", {}, element("a", { href: relativeAddress(page, file) }, escapeText(text)));
  return element(
    "footer",
    {},
    element("p", {}, escapeText(origin)),
    link(`${page}.md`, "This page as Markdown"),
    ...(feed === undefined ? [] : [link(feed, "Feed of changes")]),
  );
}

/** Prints the content of a page, with links to its parent, the previous and the next page. */
function printMain(page: Page, { versions = [] }: PageFrame): Html {
  const { path, above, heading, lead, tags, blocks, previous, next } = page;
  const crumbs = above.map((crumb) =>
    element("a", { href: relativeAddress(path, `${crumb.path}.html`) }, escapeText(crumb.title)),
  );
  const turns = [...turnTo(previous, "Previous", "previous", path), ...turnTo(next, "Next", "next", path)];
  return element(
    "main",
    { id: "main", tabindex: -1 },
    joinHtml(
      [
        ...printNewest(versions, path),
        ...(crumbs.length > 0 ? [element("p", { class: "above" }, joinHtml(crumbs, " "))] : []),
        element("h1", {}, printInline(heading, path)),
        ...(lead.length > 0 ? [element("p", { class: "lead" }, printInline(lead, path))] : []),
        ...(tags.length > 0 ? [element("p", { class: "tags" }, printInline(tags, path))] : []),
        ...sectionLinks(page),
        printBlocks(blocks, path),
        ...(turns.length > 0 ? [element("nav", { class: "turn", "aria-label": "Previous and next" }, ...turns)] : []),
      ],
      "\n",
    ),
  );
}

/** Returns links to the sections of a page that has several. */
function sectionLinks({ blocks, path }: Page): Html[] {
  const places = blocks.flatMap((block) => {
    if (block.kind !== "heading" || block.level !== 2 || block.id === undefined) return [];
    return [element("a", { href: fragmentAddress(block.id) }, printInline(block.content, path))];
  });
  return places.length < 3 ? [] : [element("nav", { class: "places", "aria-label": "On this page" }, joinHtml(places, "\n"))];
}

function turnTo(to: Neighbour | undefined, word: string, rel: string, page: string): Html[] {
  if (!to) return [];
  const label = element("span", {}, escapeText(word));
  return [element("a", { class: rel, href: relativeAddress(page, `${to.path}.html`) }, label, escapeText(to.title))];
}

/** Prints the links next to a page, those of a section below the section's own. */
function printLinks(links: readonly NavLink[], page: string): Html {
  return element("ul", {}, ...links.map((link) => printLink(link, page)));
}

function printLink({ title, path, below }: NavLink, page: string): Html {
  const current = path === page ? "page" : undefined;
  const anchor = element("a", { href: relativeAddress(page, `${path}.html`), "aria-current": current }, escapeText(title));
  return element("li", {}, anchor, ...(below.length > 0 ? [printLinks(below, page)] : []));
}
