import { _, or, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `enum`, which Ajv prints together with the whole schema that it stands in. */
export const enumeration: CodeKeywordDefinition = {
  keyword: "enum",
  schemaType: "array",
  error: {
    message: "must be equal to one of the allowed values",
    params: ({ params }) => _`{allowedValues: ${params["values"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const allowed = cxt.schema as unknown[];
    const values = gen.scopeValue("values", { ref: allowed });
    cxt.setParams({ values });
    const isStructure = (value: unknown) => typeof value === "object" && value !== null;
    const scalars = allowed.filter((value) => !isStructure(value)) as (string | number | boolean | null)[];
    // A chain of comparisons is faster for few values and longer for many.
    const tests = scalars.length > 4 ? [_`${values}.includes(${data})`] : scalars.map((value) => _`${data} === ${value}`);
    if (scalars.length < allowed.length) {
      tests.push(_`${values}.some((value) => ${gen.scopeValue("func", { ref: "equal" })}(${data}, value))`);
    }
    cxt.pass(tests.length === 0 ? _`false` : or(...tests));
  },
};
