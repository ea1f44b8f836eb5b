import { placeAddress } from "../content/address.js";
import { element } from "./element.js";
import type { Html } from "./escape.js";

/** Makes a heading or a field's name the link to itself, to be copied. */
export function placeLink(id: string, content: Html): Html {
  return element("a", { href: placeAddress(id) }, content);
}
