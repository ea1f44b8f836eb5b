import { visibleText } from "../content/visible-text.js";

/**
 * The only ways for text into HTML, one per place it can stand in. Nothing else may make `Html` of a string, so the
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
