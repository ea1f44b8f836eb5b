import { quote } from "../../diagnostics/escape.js";
import { typePattern } from "../../document/extension.js";
import { isObjectMember } from "../reserved-names.js";
import { defineRule } from "../rule.js";

const maxLength = 64;

/** The `<type>` of `x-<prefix>-<type>-actions` becomes names of code, files and URLs, so it keeps to an allow-list. */
export const extensionTypeName = defineRule({
  code: "extension-type-name",
  severity: "error",
  message: ({ key, type }: { key: string; type: string }) =>
    type === "" ? `${quote(key)} names no service type` : `${quote(type)} is not allowed as a service type`,
  hint: "A type is lower-case letters and digits, words separated by one - or _, starts with a letter, has at most 64 characters, and is not a name that every JavaScript object has.",
  cause: "The part of the key between the prefix and `-actions` is the type of a service. It becomes names of files and types.",
  bad: "x-platform-Search-actions: { reindex: { label: Reindex } }",
  good: "x-platform-search-actions: { reindex: { label: Reindex } }",
  at: "operation",

  check({ actionMaps, locations }, report) {
    for (const { type, key, holder } of actionMaps) {
      if (typePattern.test(type) && type.length <= maxLength && !isObjectMember(type)) continue;
      report({ key, type }, locations.key(holder, key));
    }
  },
});
