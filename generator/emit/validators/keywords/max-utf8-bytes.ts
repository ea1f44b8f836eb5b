import { _, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `x-max-utf8-bytes`: a limit in bytes of UTF-8, where `maxLength` counts characters. */
export const maxUtf8Bytes: CodeKeywordDefinition = {
  keyword: "x-max-utf8-bytes",
  type: "string",
  schemaType: "number",
  error: {
    message: ({ schemaCode }) => str`must NOT have more than ${schemaCode} bytes in UTF-8`,
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  },
  code(cxt: KeywordCxt) {
    const exceeds = cxt.gen.scopeValue("func", { ref: "exceedsUtf8Bytes" });
    cxt.fail(_`${exceeds}(${cxt.data}, ${cxt.schemaCode})`);
  },
};
