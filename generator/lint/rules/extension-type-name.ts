import { typePattern } from "../../document/extension.js";
import { isObjectMember } from "../reserved-names.js";
import type { Rule } from "../rule.js";

const maxLength = 64;

/** The `<type>` of `x-<prefix>-<type>-actions` becomes names of code, files and URLs, so it keeps to an allow-list. */
export const extensionTypeName: Rule = {
  code: "extension-type-name",
  check({ actionMaps, places, report }) {
    for (const { type, key, holder } of actionMaps) {
      if (typePattern.test(type) && type.length <= maxLength && !isObjectMember(type)) continue;
      report("extension-type-name", { key, type }, places.key(holder, key));
    }
  },
};
