import { checkDataTypes, DataType } from "ajv/dist/compile/validate/dataType.js";
import { _, KeywordCxt, stringify, type CodeKeywordDefinition } from "./codegen.js";

/** `type` with several names, which Ajv prints together with the whole schema that it stands in. */
export const types: CodeKeywordDefinition = {
  keyword: "$types",
  schemaType: "array",
  error: {
    message: ({ schema }) => `must be ${(schema as string[]).join(",")}`,
    params: ({ schema }) => _`{type: ${stringify(schema)}}`,
  },
  code(cxt: KeywordCxt) {
    const { data, it } = cxt;
    const names = cxt.schema as Parameters<typeof checkDataTypes>[0];
    // Errors call it by the name that it has in the contract.
    const type = new KeywordCxt({ ...it, schema: { type: names } }, { ...cxt.def, keyword: "type" }, "type");
    type.fail(checkDataTypes(names, data, it.opts.strictNumbers, DataType.Wrong));
  },
};
