import { ownString } from "../../load/json-value.js";
import { partsOf } from "../parts.js";
import type { Rule } from "../rule.js";

/** Control and formatting characters, halves of surrogate pairs, line and paragraph separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Names of path, query and cookie parameters become keys of objects; header names have a rule of their own. */
export const parameterName: Rule = {
  code: "parameter-name",
  check(context) {
    for (const { value } of partsOf(context, "parameter")) {
      const name = ownString(value, "name");
      if (name === undefined || ownString(value, "in") === "header") continue;
      const isLegal = name !== "" && name.length <= 200 && name !== "__proto__" && !unprintable.test(name);
      if (!isLegal) context.report("parameter-name", { name }, context.places.value(value, "name"));
    }
  },
};
