import { formats, uncheckedFormats } from "../../../templates/runtime/formats.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { ownString } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

const known = new Set([...Object.keys(formats), ...uncheckedFormats]);

/** A format that nothing defines is not checked; each is reported where it occurs first. */
export const formatUnknown = defineRule({
  code: "format-unknown",
  severity: "warning",
  message: ({ format }: { format: string }) => `the format ${quote(format)} is unknown, so values are not checked for it`,
  hint: "Say with `pattern` what has to be checked.",
  cause: "Nothing defines a format of this name, so every text is valid. It is most often mistyped.",
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
