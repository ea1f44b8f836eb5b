import { checkInTurn, type Part } from "./check-in-turn.js";
import { _, alwaysValidSchema, mergeEvaluated, type AnySchema, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `prefixItems`; Ajv's has a level for each. */
export const prefixItems: CodeKeywordDefinition = {
  keyword: "prefixItems",
  type: "array",
  schemaType: "array",
  before: "uniqueItems",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const schemas = cxt.schema as readonly AnySchema[];
    if (it.opts.unevaluated && schemas.length > 0 && it.items !== true) {
      it.items = mergeEvaluated.items(gen, schemas.length, it.items);
    }
    const valid = gen.name("valid");
    const length = gen.const("len", _`${data}.length`);
    const parts = schemas.flatMap((schema, index): Part[] => {
      if (alwaysValidSchema(it, schema)) return [];
      const check = () => cxt.subschema({ keyword: "prefixItems", schemaProp: index, dataProp: index }, valid);
      return [{ when: _`${length} > ${index}`, check }];
    });
    checkInTurn(cxt, parts);
  },
};
