import { ownString } from "../../document/json-value.js";
import type { Rule } from "../rule.js";

/** Names of formats become keys of code and of registries. */
export const formatName: Rule = {
  code: "format-name",
  check({ schemas, places, report }) {
    for (const { schema } of schemas) {
      const format = ownString(schema, "format");
      if (format === undefined || isFormatName(format)) continue;
      report("format-name", { format }, places.value(schema, "format"));
    }
  },
};

/** True for names that can be a format's. */
export function isFormatName(format: string): boolean {
  return /^[A-Za-z0-9_.+:-]{1,100}$/.test(format) && format !== "__proto__";
}
