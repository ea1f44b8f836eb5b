import { own, ownString } from "../../document/json-value.js";
import { partsOf } from "../parts.js";
import type { Rule } from "../rule.js";

/** A path without one of its segments is another path, so OpenAPI wants `required: true` on each path parameter. */
export const pathParameterOptional: Rule = {
  code: "path-parameter-optional",
  check(context) {
    for (const { value } of partsOf(context, "parameter")) {
      const name = ownString(value, "name");
      if (name === undefined || ownString(value, "in") !== "path" || own(value, "required") === true) continue;
      const key = own(value, "required") === undefined ? "name" : "required";
      context.report("path-parameter-optional", { name }, context.places.value(value, key));
    }
  },
};
