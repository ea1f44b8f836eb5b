import { ownString } from "../../document/json-value.js";
import { partsOf } from "../parts.js";
import type { Rule } from "../rule.js";

/** Headers that OpenAPI describes elsewhere; it ignores parameters of their names. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["accept", "the media types of the responses"],
  ["authorization", "security schemes"],
  ["content-type", "the media types of the request body"],
]);

/** A parameter that OpenAPI tells tools to ignore would be neither checked nor sent. */
export const headerReserved: Rule = {
  code: "header-reserved",
  check(context) {
    for (const { value } of partsOf(context, "parameter")) {
      const name = ownString(value, "name");
      const by = name !== undefined && ownString(value, "in") === "header" ? elsewhere.get(name.toLowerCase()) : undefined;
      if (name !== undefined && by !== undefined) {
        context.report("header-reserved", { name, by }, context.places.value(value, "name"));
      }
    }
  },
};
