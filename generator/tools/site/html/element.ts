import { type Address, visibleText } from "../blocks/inline.js";

/** Elements whose end tag HTML lets us leave out where we use them; a table is a third shorter. */
const withoutEnd = new Set<Tag>(["li", "dt", "dd", "thead", "tbody", "tr", "th", "td"]);

/** Elements that never have an end. */
const empty = new Set<Tag>(["br", "hr", "img", "link", "meta"]);

/** The elements that pages have. */
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

/** The attributes that they have: none of them is script or style. */
type Attribute =
  | ("aria-current" | "aria-hidden" | "aria-label" | "aria-labelledby" | "charset" | "class" | "colspan" | "content")
  | ("data-language" | "data-root" | "data-tabs" | "http-equiv" | "id" | "lang" | "name" | "rel")
  | ("role" | "rowspan" | "scope" | "start" | "tabindex" | "type" | "alt" | "width" | "height")
  | ("viewBox" | "x" | "y" | "cx" | "cy" | "r" | "d");

export type Attributes = { readonly [name in Attribute]?: string | number | undefined } & {
  readonly href?: Address | undefined;
  readonly src?: Address | undefined;
};

/** An element with its attributes and content. */
export function element(tag: Tag, attributes: Attributes, ...content: readonly Html[]): Html {
  let start = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) start += value === "" ? ` ${name}` : ` ${name}=${escapeAttribute(String(value))}`;
  }
  const isClosed = !empty.has(tag) && !withoutEnd.has(tag);
  return `${start}>${content.join("")}${isClosed ? `</${tag}>` : ""}` as Html;
}

/**
 * The only ways for text into HTML, one per position it can be in. Nothing else may make `Html` of a string, so the
 * compiler shows every place where it happens.
 */

declare const safe: unique symbol;

/** Text that a browser may read as HTML. */
export type Html = string & { readonly [safe]: true };

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text between tags. */
export function escapeText(text: string): Html {
  return visibleText(text).replace(/[&<>]/g, (character) => entities[character]!) as Html;
}

/** The value of an attribute with its quotes, which are left out where none are needed. */
export function escapeAttribute(value: string): Html {
  if (/^[A-Za-z0-9_.:#/-]+$/.test(value) && !value.endsWith("/")) return value as Html;
  return `"${visibleText(value).replace(/[&<>"]/g, (character) => entities[character]!)}"` as Html;
}

/** Puts pieces of HTML behind each other. */
export function joinHtml(pieces: readonly Html[], between = "" as " " | "" | "\n"): Html {
  return pieces.join(between) as Html;
}
