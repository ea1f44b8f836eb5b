import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** Types that differ only in case, or in `-` and `_`, become the same name in some language or file system. */
export const extensionTypeClash = defineRule({
  code: "extension-type-clash",
  severity: "error",
  message: ({ type, other }: { type: string; other: string }) =>
    `the service types ${quote(type)} and ${quote(other)} differ only in case or separators`,
  hint: "Rename one of the two.",
  cause: "The two types become the same name in the generated code.",
  bad: `
      x-platform-share-groups-actions: { sync: { label: Sync } }
      x-platform-share_groups-actions: { sync: { label: Sync } }`,
  good: "x-platform-share-groups-actions: { sync: { label: Sync } }",
  at: "operation",

  check({ actionMaps, locations }, report) {
    const first = new Map<string, { type: string; location: Location | undefined }>();
    for (const { type, key, holder } of actionMaps) {
      const folded = type.toLowerCase().replace(/[_-]/g, "");
      const location = locations.key(holder, key);
      const other = first.get(folded);
      if (!other) first.set(folded, { type, location });
      else if (other.type !== type) {
        report({ type, other: other.type }, location, {
          related: [other.location && { message: "the other type", location: other.location }],
        });
      }
    }
  },
});
