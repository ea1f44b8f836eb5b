import { formats } from "../../../../templates/runtime/formats.js";
import { _, getProperty, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `format`, checked by the runtime's own definitions. */
export const format: CodeKeywordDefinition = {
  keyword: "format",
  type: ["number", "string"],
  schemaType: "string",
  error: {
    message: ({ schema }) => str`must match format ${JSON.stringify(schema)}`,
    params: ({ schemaCode }) => _`{format: ${schemaCode}}`,
  },
  code(cxt: KeywordCxt, type?: string) {
    const { gen, data } = cxt;
    const name = cxt.schema as string;
    if (!Object.hasOwn(formats, name) || formats[name]!.type !== type) return;
    cxt.pass(_`${gen.scopeValue("formats", { ref: formats })}${getProperty(name)}.validate(${data})`);
  },
};
