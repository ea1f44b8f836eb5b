import { formats, uncheckedFormats } from "../../../templates/runtime/formats.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { ownString } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

const known = new Set([...Object.keys(formats), ...uncheckedFormats]);

/** An unknown format is not validated; each is reported at its first location. */
export const formatUnknown = defineRule({
  code: "format-unknown",
  severity: "warning",
  message: ({ format }: { format: string }) => `the format ${quote(format)} is unknown, so it is not validated`,
  hint: "Use `pattern` to define the valid values.",
  cause: "No format has this name, so every string is valid. It is usually a typo.",
  bad: "Day: { type: string, format: dat }",
  good: "Day: { type: string, format: date }",
  at: "schemas",

  check({ schemas, locations }, report) {
    const reported = new Set<string>();
    for (const { schema } of schemas) {
      const format = ownString(schema, "format");
      if (format === undefined || known.has(format) || reported.has(format)) continue;
      reported.add(format);
      const near = suggest(format, known);
      report({ format }, locations.value(schema, "format"), near === undefined ? {} : { hint: `Did you mean ${quote(near)}?` });
    }
  },
});
