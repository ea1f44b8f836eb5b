import { formats, roundedFormats } from "../../../../templates/runtime/formats.js";
import type { Integers } from "../../../document/load-contract.js";
import { _, getProperty, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `format`, checked by the runtime's own definitions. */
export function format(integers: Integers): CodeKeywordDefinition {
  const known = integers === "rounded" ? roundedFormats : formats;
  return {
    keyword: "format",
    type: ["number", "string"],
    schemaType: "string",
    error: {
      message: ({ schema }) => {
        const definition = known[schema as string];
        const reason = definition?.type === "number" && definition.reason !== undefined ? `: ${definition.reason}` : "";
        return str`must match format ${JSON.stringify(schema)}${reason}`;
      },
      params: ({ schemaCode }) => _`{format: ${schemaCode}}`,
    },
    code(cxt: KeywordCxt, type?: string) {
      const { gen, data } = cxt;
      const name = cxt.schema as string;
      if (!Object.hasOwn(known, name) || known[name]!.type !== type) return;
      const table = gen.scopeValue("formats", { ref: known, key: integers === "rounded" ? "roundedFormats" : "formats" });
      cxt.pass(_`${table}${getProperty(name)}.validate(${data})`);
    },
  };
}
