import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";
import { componentSections, isAllowedName } from "./component-name.js";

/** Component names with characters that OpenAPI doesn't allow. */
export const componentNameNonstandard = defineRule({
  code: "component-name-nonstandard",
  severity: "warning",
  message: ({ section, name }: { section: string; name: string }) =>
    `${quote(name)} in components/${section} has characters that OpenAPI doesn't allow; the name is quoted in code`,
  hint: "Use letters A-Z, a-z, digits, dots, - and _.",
  cause:
    "OpenAPI limits names of components to `A-Z a-z 0-9 . - _`. Types keep this name as a quoted key; names of files and functions use only its letters and digits. Other tools may reject it.",
  bad: '"IP address": { type: string }',
  good: "IpAddress: { type: string }",
  at: "schemas",

  check(context, report) {
    for (const { section, entries } of componentSections(context)) {
      for (const name of Object.keys(entries)) {
        if (/^[A-Za-z0-9._-]*$/.test(name) || !isAllowedName(name)) continue;
        report({ section, name }, context.locations.key(entries, name));
      }
    }
  },
});
