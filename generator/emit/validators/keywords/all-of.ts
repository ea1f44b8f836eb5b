import { checkInTurn, type Part } from "./check-in-turn.js";
import { alwaysValidSchema, type AnySchema, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `allOf`; Ajv's has a level for each schema. */
export const allOf: CodeKeywordDefinition = {
  keyword: "allOf",
  schemaType: "array",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const schemas = cxt.schema as readonly AnySchema[];
    const valid = gen.name("valid");
    const parts = schemas.flatMap((schema, index): Part[] => {
      if (alwaysValidSchema(it, schema)) return [];
      const check = () => cxt.mergeEvaluated(cxt.subschema({ keyword: "allOf", schemaProp: index }, valid));
      return [{ check }];
    });
    checkInTurn(cxt, parts);
  },
};
