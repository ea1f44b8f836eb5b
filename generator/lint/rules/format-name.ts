import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** Names of formats become keys of code and of registries. */
export const formatName = defineRule({
  code: "format-name",
  severity: "error",
  message: ({ format }: { format: string }) => `${quote(format)} can't be the name of a format`,
  hint: "A name is letters, digits and the characters _ . + : -.",
  cause: "The name has characters that no format has, so nothing could ever check it.",
  bad: 'Day: { type: string, format: "date (ISO)" }',
  good: "Day: { type: string, format: date }",
  at: "schemas",

  check({ schemas, locations }, report) {
    for (const { schema } of schemas) {
      const format = ownString(schema, "format");
      if (format === undefined || isFormatName(format)) continue;
      report({ format }, locations.value(schema, "format"));
    }
  },
});

/** True for names that can be a format's. */
export function isFormatName(format: string): boolean {
  return /^[A-Za-z0-9_.+:-]{1,100}$/.test(format) && format !== "__proto__";
}
