import { quote } from "../../diagnostics/escape.js";
import { isObject, ownObject } from "../../document/json-value.js";
import { structure } from "../../document/visitor.js";
import { isObjectMember } from "../reserved-names.js";
import { defineRule } from "../rule.js";

const namePattern = /^[A-Za-z0-9._-]{1,200}$/;

/** Names in `components` become identifiers and parts of references. */
export const componentName = defineRule({
  code: "component-name",
  severity: "error",
  message: ({ section, name }: { section: string; name: string }) =>
    `${quote(name)} is not allowed as a name in components/${section}`,
  hint: "A name is 1 to 200 letters A-Z, a-z, digits, dots, - and _, and not one that every JavaScript object has.",
  cause: "Names in components become names of types and parts of references. OpenAPI limits them to `A-Z a-z 0-9 . - _`.",
  bad: '"IP address": { type: string }',
  good: "IpAddress: { type: string }",
  at: "schemas",

  check(context, report) {
    const components = ownObject(context.upgraded, "components") ?? {};
    for (const [section, entries] of Object.entries(components)) {
      if (!Object.hasOwn(structure.components.fields, section) || !isObject(entries)) continue;
      for (const name of Object.keys(entries)) {
        if (namePattern.test(name) && !isObjectMember(name)) continue;
        report({ section, name }, context.locations.key(entries, name));
      }
    }
  },
});
