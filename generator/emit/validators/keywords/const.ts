import { _, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `const`, which Ajv prints together with the whole schema that it stands in. */
export const constant: CodeKeywordDefinition = {
  keyword: "const",
  error: {
    message: "must be equal to constant",
    params: ({ params }) => _`{allowedValue: ${params["value"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const schema = cxt.schema as unknown;
    if (typeof schema === "object" && schema !== null) {
      const value = gen.scopeValue("values", { ref: schema });
      cxt.setParams({ value });
      cxt.pass(_`${gen.scopeValue("func", { ref: "equal" })}(${data}, ${value})`);
    } else {
      const value = _`${schema as string | number | boolean | null}`;
      cxt.setParams({ value });
      cxt.pass(_`${data} === ${value}`);
    }
  },
};
