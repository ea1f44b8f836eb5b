import type { Location } from "../../diagnostics/diagnostic.js";
import type { Rule } from "../rule.js";

/** Types that differ only in case, or in `-` and `_`, would be one name in some language or file system. */
export const extensionTypeClash: Rule = {
  code: "extension-type-clash",
  check({ actionMaps, places, report }) {
    const first = new Map<string, { type: string; location: Location | undefined }>();
    for (const { type, key, holder } of actionMaps) {
      const folded = type.toLowerCase().replace(/[_-]/g, "");
      const location = places.key(holder, key);
      const other = first.get(folded);
      if (!other) first.set(folded, { type, location });
      else if (other.type !== type) {
        report("extension-type-clash", { type, other: other.type }, location, {
          related: [other.location && { message: "the other type", location: other.location }],
        });
      }
    }
  },
};
