import type { Neighbour, Page } from "../content/page.js";
import { placeAddress, relativeAddress } from "../content/address.js";
import { element } from "./element.js";
import { escapeText, joinHtml, type Html } from "./escape.js";
import { printBlocks } from "./print-blocks.js";
import { printInline } from "./print-inline.js";

/** What a page is about, with the way up, forth and back. */
export function printMain(page: Page): Html {
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
        ...(crumbs.length > 0 ? [element("p", { class: "above" }, joinHtml(crumbs, " "))] : []),
        element("h1", {}, printInline(heading, path)),
        ...(lead.length > 0 ? [element("p", { class: "lead" }, printInline(lead, path))] : []),
        ...(tags.length > 0 ? [element("p", { class: "tags" }, printInline(tags, path))] : []),
        ...placesOn(page),
        printBlocks(blocks, path),
        ...(turns.length > 0 ? [element("nav", { class: "turn", "aria-label": "Previous and next" }, ...turns)] : []),
      ],
      "\n",
    ),
  );
}

/** Links to the sections of a page that has several. */
function placesOn({ blocks, path }: Page): Html[] {
  const places = blocks.flatMap((block) => {
    if (block.kind !== "heading" || block.level !== 2 || block.id === undefined) return [];
    return [element("a", { href: placeAddress(block.id) }, printInline(block.content, path))];
  });
  return places.length < 3 ? [] : [element("nav", { class: "places", "aria-label": "On this page" }, joinHtml(places, "\n"))];
}

function turnTo(to: Neighbour | undefined, word: string, rel: string, page: string): Html[] {
  if (!to) return [];
  const label = element("span", {}, escapeText(word));
  return [element("a", { class: rel, href: relativeAddress(page, `${to.path}.html`) }, label, escapeText(to.title))];
}
