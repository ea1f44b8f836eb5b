import type { Address } from "../content/address.js";
import { escapeAttribute, type Html } from "./escape.js";

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
export type Attribute =
  | ("aria-current" | "aria-hidden" | "aria-label" | "aria-labelledby" | "charset" | "class" | "colspan" | "content")
  | ("data-language" | "data-root" | "data-tabs" | "http-equiv" | "id" | "lang" | "name" | "rel")
  | ("role" | "rowspan" | "scope" | "start" | "tabindex" | "type" | "alt" | "width" | "height")
  | ("viewBox" | "x" | "y" | "cx" | "cy" | "r" | "d");

export type Attributes = { readonly [name in Attribute]?: string | number | undefined } & {
  readonly href?: Address | undefined;
  readonly src?: Address | undefined;
};

/** An element with its attributes and what stands in it. */
export function element(tag: Tag, attributes: Attributes, ...content: readonly Html[]): Html {
  let start = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) start += value === "" ? ` ${name}` : ` ${name}=${escapeAttribute(String(value))}`;
  }
  const isClosed = !empty.has(tag) && !withoutEnd.has(tag);
  return `${start}>${content.join("")}${isClosed ? `</${tag}>` : ""}` as Html;
}
