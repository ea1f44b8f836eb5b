import { relativeAddress, type Address } from "../content/address.js";
import type { Inline, Target } from "../content/inline.js";
import { element } from "./element.js";
import { escapeText, joinHtml, type Html } from "./escape.js";

const tags = { strong: "strong", emphasis: "em", deleted: "del" } as const;

/** Text and what stands in it, as HTML of the page with this path. */
export function printInline(content: readonly Inline[], page: string): Html {
  return joinHtml(content.map((piece) => printPiece(piece, page)));
}

function printPiece(piece: Inline, page: string): Html {
  if (typeof piece === "string") return escapeText(piece);
  switch (piece.kind) {
    case "code":
      return element("code", {}, escapeText(piece.text));
    case "break":
      return element("br", {});
    case "folded":
      return element(
        "details",
        {},
        element("summary", {}, escapeText(piece.summary)),
        element("code", {}, escapeText(piece.text)),
      );
    case "tag":
      return element("span", { class: ["tag", piece.tone].filter(Boolean).join(" ") }, escapeText(piece.text));
    case "link":
      return element("a", { href: addressOf(piece.to, page) }, printInline(piece.content, page));
    default:
      return element(tags[piece.kind], {}, printInline(piece.content, page));
  }
}

/** The address of a link on a page. */
export function addressOf(to: Target, page: string): Address {
  if ("address" in to) return to.address;
  return relativeAddress(page, `${to.page}.html`, to.fragment);
}
