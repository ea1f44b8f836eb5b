import { quote } from "../../diagnostics/catalog/entry.js";
import { suggest } from "../../diagnostics/suggest.js";
import { ownString } from "../../document/json-value.js";
import { formats, uncheckedFormats } from "../../../templates/runtime/formats.js";
import type { Rule } from "../rule.js";
import { isFormatName } from "./format-name.js";

const known = new Set([...Object.keys(formats), ...uncheckedFormats]);

/** A format that nothing defines is not checked; each is reported where it occurs first. */
export const formatUnknown: Rule = {
  code: "format-unknown",
  check({ schemas, places, report }) {
    const reported = new Set<string>();
    for (const { schema } of schemas) {
      const format = ownString(schema, "format");
      if (format === undefined || known.has(format) || reported.has(format) || !isFormatName(format)) continue;
      reported.add(format);
      const near = suggest(format, known);
      report(
        "format-unknown",
        { format },
        places.value(schema, "format"),
        near === undefined ? {} : { hint: `Did you mean ${quote(near)}?` },
      );
    }
  },
};
