import { _, strConcat, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";
import { N } from "./codegen.js";

/** `$ref` to a component, by its name: a call of its validator. */
export const reference: CodeKeywordDefinition = {
  keyword: "$ref",
  schemaType: "string",
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    // Where one branch of several is tried, its first error is enough.
    const prefix = it.allErrors ? "component" : "firstErrorComponent";
    const validate = gen.scopeValue(prefix, { ref: cxt.schema });
    const path = strConcat(N.instancePath, it.errorPath);
    cxt.result(_`${validate}(${data}, ${gen.object([N.instancePath, path])})`, undefined, () => {
      const append = gen.scopeValue("func", { ref: "append" });
      gen.assign(N.vErrors, _`${append}(${N.vErrors}, ${validate}.errors)`);
      gen.assign(N.errors, _`${N.vErrors}.length`);
    });
  },
};
