import { growthOf, type Growth } from "./growth.js";

const known = new WeakMap<object, Map<string, Growth>>();

/** How the time of a pattern grows; each pattern of a document, or of its schemas, is judged once, however many ask. */
export function growthIn(document: object, pattern: string, flags: "" | "u"): Growth {
  let growths = known.get(document);
  if (!growths) known.set(document, (growths = new Map()));
  // The flags follow from the pattern.
  let growth = growths.get(pattern);
  if (!growth) growths.set(pattern, (growth = growthOf(pattern, flags)));
  return growth;
}
