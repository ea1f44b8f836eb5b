import type { JsonObject } from "../../document/json-value.js";
import { growthOf, type Growth } from "./growth.js";

const known = new WeakMap<JsonObject, Map<string, Growth>>();

/** How the time of a pattern grows; each pattern of a document is judged once, however many rules ask. */
export function growthIn(document: JsonObject, pattern: string, flags: "" | "u"): Growth {
  let growths = known.get(document);
  if (!growths) known.set(document, (growths = new Map()));
  // The flags follow from the pattern.
  let growth = growths.get(pattern);
  if (!growth) growths.set(pattern, (growth = growthOf(pattern, flags)));
  return growth;
}
