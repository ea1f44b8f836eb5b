import { quote } from "../../diagnostics/catalog/entry.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, ownObject } from "../../document/json-value.js";
import { securityLists } from "../security.js";
import type { Rule } from "../rule.js";

/** A requirement that names no scheme would silently become "no security". */
export const securityUndefined: Rule = {
  code: "security-undefined",
  check(context) {
    const schemes = ownObject(ownObject(context.upgraded, "components"), "securitySchemes") ?? {};
    for (const { requirements } of securityLists(context)) {
      for (const requirement of requirements) {
        if (!isObject(requirement)) continue;
        for (const name of Object.keys(requirement)) {
          if (Object.hasOwn(schemes, name)) continue;
          const near = suggest(name, Object.keys(schemes));
          const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
          context.report("security-undefined", { name }, context.places.key(requirement, name), { hint });
        }
      }
    }
  },
};
