import { _, alwaysValidSchema, Name, not, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `if` with `then` and `else`; Ajv's takes what `if` has looked at for evaluated even where it doesn't fit. */
export const condition: CodeKeywordDefinition = {
  keyword: "if",
  schemaType: ["object", "boolean"],
  trackErrors: true,
  error: {
    message: ({ params }) => str`must match "${params["ifClause"]}" schema`,
    params: ({ params }) => _`{failingKeyword: ${params["ifClause"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const [hasThen, hasElse] = [hasClause("then"), hasClause("else")];
    if (!hasThen && !hasElse && !(it.props instanceof Name)) return;
    const fits = gen.name("_valid");
    const schemaCxt = cxt.subschema({ keyword: "if", compositeRule: true, createErrors: false, allErrors: false }, fits);
    cxt.mergeValidEvaluated(schemaCxt, fits);
    cxt.reset();
    if (!hasThen && !hasElse) return;
    const valid = gen.let("valid", true);
    if (hasThen && hasElse) {
      const name = gen.let("ifClause");
      cxt.setParams({ ifClause: name });
      gen.if(fits, clause("then", name), clause("else", name));
    } else {
      const keyword = hasThen ? "then" : "else";
      cxt.setParams({ ifClause: keyword });
      gen.if(hasThen ? fits : not(fits), clause(keyword));
    }
    cxt.pass(valid, () => cxt.error(true));

    function hasClause(keyword: "then" | "else"): boolean {
      const schema = it.schema[keyword] as Parameters<typeof alwaysValidSchema>[1] | undefined;
      return schema !== undefined && !alwaysValidSchema(it, schema);
    }

    function clause(keyword: "then" | "else", name?: Name): () => void {
      return () => {
        const schemaCxt = cxt.subschema({ keyword }, fits);
        gen.assign(valid, fits);
        cxt.mergeValidEvaluated(schemaCxt, valid);
        if (name) gen.assign(name, _`${keyword}`);
      };
    }
  },
};
