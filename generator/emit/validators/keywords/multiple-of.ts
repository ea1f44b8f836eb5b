import { _, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `multipleOf` in decimal arithmetic; Ajv divides doubles, and rejects 19.99 as a multiple of 0.01. */
export const multipleOf: CodeKeywordDefinition = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
  code(cxt: KeywordCxt) {
    const isMultiple = cxt.gen.scopeValue("func", { ref: "isMultipleOf" });
    cxt.pass(_`${isMultiple}(${cxt.data}, ${cxt.schemaCode})`);
  },
};
