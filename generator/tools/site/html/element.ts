import { visibleText } from "../../../diagnostics/escape.js";
import type { Address } from "../blocks/inline.js";

/** Elements whose end tag is optional where we use them; omitting it makes tables a third shorter. */
const withoutEnd = new Set<Tag>(["li", "dt", "dd", "thead", "tbody", "tr", "th", "td"]);

/** Elements without content and end tag. */
const empty = new Set<Tag>(["br", "hr", "img", "link", "meta"]);

/** The elements of pages. */
export type Tag =
  | ("a" | "body" | "br" | "code" | "dd" | "del" | "details" | "div" | "dl" | "dt" | "em" | "head" | "html")
  | ("footer" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "hr" | "img" | "li" | "link" | "main" | "meta" | "nav")
  | (
      | "noscript"
      | "ol"
      | "p"
      | "pre"
      | "blockquote"
      | "script"
      | "section"
      | "span"
      | "strong"
      | "summary"
      | "table"
      | "tbody"
      | "td"
    )
  | ("th" | "thead" | "title" | "tr" | "ul")
  | ("circle" | "path" | "rect" | "svg" | "text");

/** Their attributes: none of them is script or style. */
type Attribute =
  | ("aria-current" | "aria-hidden" | "aria-label" | "aria-labelledby" | "charset" | "class" | "colspan" | "content")
  | ("data-language" | "data-root" | "data-tabs" | "http-equiv" | "id" | "lang" | "name" | "rel")
  | ("role" | "rowspan" | "scope" | "start" | "tabindex" | "type" | "alt" | "width" | "height")
  | ("viewBox" | "x" | "y" | "cx" | "cy" | "r" | "d");

export type Attributes = { readonly [name in Attribute]?: string | number | undefined } & {
  readonly href?: Address | undefined;
  readonly src?: Address | undefined;
};

/** Returns an element with its attributes and content. */
export function element(tag: Tag, attributes: Attributes, ...content: readonly Html[]): Html {
  let start = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) start += value === "" ? ` ${name}` : ` ${name}=${escapeAttribute(String(value))}`;
  }
  const isClosed = !empty.has(tag) && !withoutEnd.has(tag);
  return `${start}>${content.join("")}${isClosed ? `</${tag}>` : ""}` as Html;
}

/**
 * The only conversions of text to HTML, one per kind of position. No other code may create `Html` from a string, so the
 * compiler reveals every such place.
 */

declare const safe: unique symbol;

/** Text that is safe for a browser to parse as HTML. */
export type Html = string & { readonly [safe]: true };

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text between tags. */
export function escapeText(text: string): Html {
  return visibleText(text).replace(/[&<>]/g, (character) => entities[character]!) as Html;
}

/** The quoted value of an attribute; the quotes are omitted if they are not needed. */
export function escapeAttribute(value: string): Html {
  if (/^[A-Za-z0-9_.:#/-]+$/.test(value) && !value.endsWith("/")) return value as Html;
  return `"${visibleText(value).replace(/[&<>"]/g, (character) => entities[character]!)}"` as Html;
}

/** Joins pieces of HTML. */
export function joinHtml(pieces: readonly Html[], between = "" as " " | "" | "\n"): Html {
  return pieces.join(between) as Html;
}
