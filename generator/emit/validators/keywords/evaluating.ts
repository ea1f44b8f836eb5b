import { _, KeywordCxt, type AnySchema, type CodeKeywordDefinition } from "./codegen.js";

/** A schema with `unevaluatedProperties` or `unevaluatedItems`: only inside it Ajv keeps account of what is evaluated. */
export const evaluating: CodeKeywordDefinition = {
  keyword: "$evaluating",
  schemaType: ["object"],
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const inner = new KeywordCxt(
      { ...it, schema: cxt.parentSchema, opts: { ...it.opts, unevaluated: true } },
      cxt.def,
      cxt.keyword,
    );
    const valid = gen.name("valid");
    inner.subschema(
      {
        schema: cxt.schema as AnySchema,
        schemaPath: it.schemaPath,
        errSchemaPath: it.errSchemaPath,
        topSchemaRef: it.topSchemaRef,
      },
      valid,
    );
    cxt.ok(valid);
  },
};

/**
 * Stands in every schema of which an `$evaluating` one wants to know what it evaluates, before its other keywords. Left to
 * itself, Ajv makes the account where it first needs one: in a branch that may not run, or that ran for the item before.
 */
export const account: CodeKeywordDefinition = {
  keyword: "$account",
  code({ gen, it }: KeywordCxt) {
    it.props = gen.var("props", _`{}`);
  },
};

/** A referenced schema that is compiled in place, because what it evaluates counts where the reference stands. */
export interface Inlined {
  readonly component: string;
  readonly schema: AnySchema;
}

/** `$ref` inside a schema that keeps account of what is evaluated. */
export const inlined: CodeKeywordDefinition = {
  keyword: "$inlined",
  schemaType: ["object"],
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const { component, schema } = cxt.schema as Inlined;
    const valid = gen.name("valid");
    const inner = cxt.subschema(
      { schema, schemaPath: it.schemaPath, errSchemaPath: `#/components/schemas/${component}`, topSchemaRef: it.topSchemaRef },
      valid,
    );
    cxt.mergeEvaluated(inner);
    cxt.ok(valid);
  },
};
