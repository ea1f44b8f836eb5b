import { checkDataType } from "ajv/dist/compile/validate/dataType.js";
import { _, KeywordCxt, N, type AddedKeywordDefinition, type AnySchema, type CodeKeywordDefinition } from "./codegen.js";

/** A size that a schema or what it combines allows at most. */
export interface Limit {
  readonly keyword: string;
  readonly value: number;
  /** Where it stands: relative to the schema, or a pointer from the root where it starts with `#`. */
  readonly path: string;
}

/** A schema whose limits are checked before anything else of it. */
export interface Limited {
  readonly limits: readonly Limit[];
  readonly schema: AnySchema;
}

/**
 * Checks limits on size first, and the rest only of what keeps them: no pattern runs on text that is too long, no item
 * of a list that is too long is looked at, whatever order the keywords have and even where all errors are listed.
 */
export const limited: CodeKeywordDefinition = {
  keyword: "$limited",
  schemaType: "object",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const { limits, schema } = cxt.schema as Limited;
    const before = cxt.errsCount!;
    for (const { keyword, value, path } of limits) {
      const definition = (it.self.RULES.all[keyword] as { definition: AddedKeywordDefinition }).definition;
      const errSchemaPath = path.startsWith("#") ? path : `${it.errSchemaPath}${path}`;
      gen.if(checkDataType(definition.type[0]!, data), () => {
        const limit = new KeywordCxt({ ...it, schema: { [keyword]: value }, errSchemaPath }, definition, keyword);
        gen.block(() => (definition as CodeKeywordDefinition).code(limit));
      });
    }
    gen.if(_`${before} === ${N.errors}`, () => {
      const valid = gen.name("valid");
      const inner = cxt.subschema(
        { schema, schemaPath: it.schemaPath, errSchemaPath: it.errSchemaPath, topSchemaRef: it.topSchemaRef },
        valid,
      );
      cxt.mergeEvaluated(inner);
    });
    cxt.ok(_`${before} === ${N.errors}`);
  },
};
