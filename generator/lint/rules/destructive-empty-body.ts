import { own } from "../../document/json-value.js";
import { acceptsEmptyObject } from "../empty-object.js";
import type { Rule } from "../rule.js";

/** What destroys something says what: a destructive action that accepts `{}` is one careless call away from damage. */
export const destructiveEmptyBody: Rule = {
  code: "destructive-empty-body",
  check(context) {
    for (const { map, name, action } of context.actions) {
      if (own(action, "destructive") !== true) continue;
      const body = own(action, "body");
      if (body !== undefined && !acceptsEmptyObject(context, body)) continue;
      context.report("destructive-empty-body", { name }, context.places.key(map, name));
    }
  },
};
