import { _, getProperty, isOwnProperty, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** The property that says which schema of a `oneOf` applies, and the values that select each of them. */
export interface Discriminator {
  readonly property: string;
  readonly values: readonly (readonly string[])[];
}

/**
 * `discriminator` beside `oneOf`: checks the one schema that the property selects, so that its errors are told and not
 * those of all. Only for schemas of which no value can fit two, hence with `oneOf`'s verdict.
 */
export const discriminator: CodeKeywordDefinition = {
  keyword: "discriminator",
  schemaType: "object",
  error: {
    message: ({ schema }) =>
      str`must have a property ${JSON.stringify((schema as Discriminator).property)} with one of the allowed values`,
    params: ({ schema, params }) => _`{property: ${(schema as Discriminator).property}, allowedValues: ${params["values"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const { property, values } = cxt.schema as Discriminator;
    const valid = gen.let("valid", false);
    const branch = gen.name("_valid");
    const allowed = gen.scopeValue("values", { ref: values.flat() });
    cxt.setParams({ values: allowed });
    const isObject = _`${data} && typeof ${data} == "object" && ${isOwnProperty(gen, data, property)}`;
    const tag = gen.const("tag", _`${isObject} ? ${allowed}.indexOf(${data}${getProperty(property)}) : -1`);
    gen.if(_`${tag} === -1`, () => cxt.error());
    let first = 0;
    values.forEach((own, index) => {
      const last = first + own.length - 1;
      gen.if(first === last ? _`${tag} === ${first}` : _`${tag} >= ${first} && ${tag} <= ${last}`, () => {
        cxt.subschema({ keyword: "oneOf", schemaProp: index }, branch);
        gen.assign(valid, branch);
      });
      first = last + 1;
    });
    cxt.ok(valid);
  },
};
