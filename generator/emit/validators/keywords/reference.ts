import { _, N, type Code, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `$ref` to a component, by its name: a call of its validator. */
export const reference = callOf("$ref", (_cxt, validate, data) => _`${validate}(${data})`);

/** `$ref` to a component that sees each part of a value once. */
export const recalledReference = callOf("$recall", ({ gen }, validate, data) => {
  return _`${gen.scopeValue("func", { ref: "validateOnce" })}(${validate}, ${data})`;
});

function callOf(keyword: string, call: (cxt: KeywordCxt, validate: Code, data: Code) => Code): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: "string",
    code(cxt: KeywordCxt) {
      const { gen, data, it } = cxt;
      // Where one branch of several is tried, its first error is enough.
      const prefix = it.allErrors ? "component" : "firstErrorComponent";
      const validate = gen.scopeValue(prefix, { ref: cxt.schema });
      cxt.result(call(cxt, validate, data), undefined, () => {
        const append = gen.scopeValue("func", { ref: "append" });
        gen.assign(N.vErrors, _`${append}(${N.vErrors}, ${validate}.errors, ${it.errorPath})`);
        gen.assign(N.errors, _`${N.vErrors}.length`);
      });
    },
  };
}
