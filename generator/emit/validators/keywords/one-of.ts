import {
  _,
  alwaysValidSchema,
  Name,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type SchemaCxt,
} from "./codegen.js";

/** `oneOf`; Ajv's has a level for each schema. */
export const oneOf: CodeKeywordDefinition = {
  keyword: "oneOf",
  schemaType: "array",
  trackErrors: true,
  error: {
    message: "must match exactly one schema in oneOf",
    params: ({ params }) => _`{passingSchemas: ${params["passing"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, parentSchema, it } = cxt;
    // The discriminator does it.
    if (parentSchema["discriminator"]) return;
    const schemas = cxt.schema as readonly AnySchema[];
    const valid = gen.let("valid", false);
    const passing = gen.let("passing", null);
    const branch = gen.name("_valid");
    cxt.setParams({ passing });
    schemas.forEach((schema, index) => {
      // After two that fit, no other is tried.
      if (index < 2) tryBranch(schema, index);
      else gen.if(_`${valid} || ${passing} === null`, () => tryBranch(schema, index));
    });
    cxt.result(
      valid,
      () => cxt.reset(),
      () => cxt.error(true),
    );

    function tryBranch(schema: AnySchema, index: number): void {
      if (alwaysValidSchema(it, schema)) return fits(index);
      const inner = cxt.subschema({ keyword: "oneOf", schemaProp: index, compositeRule: true }, branch);
      gen.if(branch, () => fits(index, inner));
    }

    function fits(index: number, inner?: SchemaCxt): void {
      const isFirst = () => {
        gen.assign(valid, true).assign(passing, index);
        if (inner) cxt.mergeEvaluated(inner, Name);
      };
      if (index === 0) return isFirst();
      gen.if(valid, () => gen.assign(valid, false).assign(passing, _`[${passing}, ${index}]`), isFirst);
    }
  },
};
