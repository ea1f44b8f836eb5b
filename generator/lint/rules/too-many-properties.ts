import { ownObject } from "../../document/json-value.js";
import { maxProperties } from "../../document/limits.js";
import type { Rule } from "../rule.js";

/** Objects with more properties than generated code can test. */
export const tooManyProperties: Rule = {
  code: "too-many-properties",
  check({ schemas, places, report }) {
    for (const { schema } of schemas) {
      const count = Object.keys(ownObject(schema, "properties") ?? {}).length;
      if (count > maxProperties) report("too-many-properties", { count, limit: maxProperties }, places.key(schema, "properties"));
    }
  },
};
