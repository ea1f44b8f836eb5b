import { _, alwaysValidSchema, str, Type, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name } from "./codegen.js";

/** `contains`; Ajv's takes an empty list for the list that a loop looked at before it. */
export const contains: CodeKeywordDefinition = {
  keyword: "contains",
  type: "array",
  schemaType: ["object", "boolean"],
  before: "uniqueItems",
  trackErrors: true,
  error: {
    message: ({ params: { min, max } }) =>
      max === undefined
        ? str`must contain at least ${min} valid item(s)`
        : str`must contain at least ${min} and no more than ${max} valid item(s)`,
    params: ({ params: { min, max } }) =>
      max === undefined ? _`{minContains: ${min}}` : _`{minContains: ${min}, maxContains: ${max}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, schema, parentSchema, data, it } = cxt;
    const min = (parentSchema["minContains"] as number | undefined) ?? 1;
    const max = parentSchema["maxContains"] as number | undefined;
    cxt.setParams({ min, max } as never);
    const enough = (count: Code | Name) =>
      max === undefined ? _`${count} >= ${min}` : _`${count} >= ${min} && ${count} <= ${max}`;
    if (alwaysValidSchema(it, schema)) return cxt.pass(enough(_`${data}.length`));
    if (max === undefined && min === 0) return;
    it.items = true;
    const count = gen.let("count", 0);
    const last = max === undefined ? _`${count} >= ${min}` : _`${count} > ${max}`;
    gen.forRange("i", 0, _`${data}.length`, (index) => {
      const valid = gen.name("_valid");
      cxt.subschema({ keyword: "contains", dataProp: index, dataPropType: Type.Num, compositeRule: true }, valid);
      gen.if(valid, () => gen.code(_`${count}++`).if(last, () => gen.break()));
    });
    cxt.result(enough(count), () => cxt.reset());
  },
};
