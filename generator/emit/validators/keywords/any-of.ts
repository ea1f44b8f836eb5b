import { _, alwaysValidSchema, not, type AnySchema, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `anyOf`; Ajv's has a level for each schema. */
export const anyOf: CodeKeywordDefinition = {
  keyword: "anyOf",
  schemaType: "array",
  trackErrors: true,
  error: { message: "must match a schema in anyOf" },
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const schemas = cxt.schema as readonly AnySchema[];
    if (!it.opts.unevaluated && schemas.some((schema) => alwaysValidSchema(it, schema))) return;
    const valid = gen.let("valid", false);
    const branch = gen.name("_valid");
    // What is evaluated is known when all that fit have been seen.
    const triesAll = it.opts.unevaluated === true && (it.props !== true || it.items !== true);
    schemas.forEach((_schema, index) => {
      if (index === 0 || triesAll) tryBranch(index);
      else gen.if(not(valid), () => tryBranch(index));
    });
    cxt.result(
      valid,
      () => cxt.reset(),
      () => cxt.error(true),
    );

    function tryBranch(index: number): void {
      const inner = cxt.subschema({ keyword: "anyOf", schemaProp: index, compositeRule: true }, branch);
      gen.assign(valid, triesAll ? _`${valid} || ${branch}` : branch);
      cxt.mergeValidEvaluated(inner, branch);
    }
  },
};
