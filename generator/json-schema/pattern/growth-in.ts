import { growthOf, type Growth } from "./growth.js";

const known = new WeakMap<object, Map<string, Growth>>();

/** Returns the growth of a pattern. Each pattern of a document, or of its schemas, is analyzed once. */
export function growthIn(document: object, pattern: string, flags: "" | "u"): Growth {
  let growths = known.get(document);
  if (!growths) known.set(document, (growths = new Map()));
  // The pattern determines the flags.
  let growth = growths.get(pattern);
  if (!growth) growths.set(pattern, (growth = growthOf(pattern, flags)));
  return growth;
}
