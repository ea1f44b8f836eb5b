import { isObject, ownObject } from "../../document/json-value.js";
import { structure } from "../../document/visitor.js";
import { isObjectMember } from "../reserved-names.js";
import type { Rule } from "../rule.js";

const namePattern = /^[A-Za-z0-9._-]{1,200}$/;

/** Names in `components` become identifiers and parts of references. */
export const componentName: Rule = {
  code: "component-name",
  check(context) {
    const components = ownObject(context.upgraded, "components") ?? {};
    for (const [section, entries] of Object.entries(components)) {
      if (!Object.hasOwn(structure.components.fields, section) || !isObject(entries)) continue;
      for (const name of Object.keys(entries)) {
        if (namePattern.test(name) && !isObjectMember(name)) continue;
        context.report("component-name", { section, name }, context.places.key(entries, name));
      }
    }
  },
};
