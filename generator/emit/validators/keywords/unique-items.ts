import { _, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `uniqueItems` in linear time, where Ajv compares each item with each other. */
export const uniqueItems: CodeKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  error: {
    message: ({ params }) => str`must NOT have duplicate items (items ## ${params["j"]} and ${params["i"]} are identical)`,
    params: ({ params }) => _`{i: ${params["i"]}, j: ${params["j"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    if (cxt.schema !== true) return;
    const duplicate = gen.const("duplicate", _`${gen.scopeValue("func", { ref: "findDuplicate" })}(${data})`);
    cxt.setParams({ i: _`${duplicate}.i`, j: _`${duplicate}.j` });
    cxt.pass(_`${duplicate} === null`);
  },
};
