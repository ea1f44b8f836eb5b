import { relativeAddress } from "../content/address.js";
import type { NavLink } from "../navigation.js";
import { element } from "./element.js";
import { escapeText, type Html } from "./escape.js";

/** Links beside a page, those of a section below the section's own. */
export function printLinks(links: readonly NavLink[], page: string): Html {
  return element("ul", {}, ...links.map((link) => printLink(link, page)));
}

function printLink({ title, path, below }: NavLink, page: string): Html {
  const current = path === page ? "page" : undefined;
  const anchor = element("a", { href: relativeAddress(page, `${path}.html`), "aria-current": current }, escapeText(title));
  return element("li", {}, anchor, ...(below.length > 0 ? [printLinks(below, page)] : []));
}
