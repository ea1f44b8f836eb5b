import { checkInTurn, type Part } from "./check-in-turn.js";
import { alwaysValidSchema, propertyInData, type AnySchema, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";

/** `dependentSchemas`; Ajv's has a level for each. */
export const dependentSchemas: CodeKeywordDefinition = {
  keyword: "dependentSchemas",
  type: "object",
  schemaType: "object",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const valid = gen.name("valid");
    const schemas = Object.entries(cxt.schema as Readonly<Record<string, AnySchema>>);
    const parts = schemas.flatMap(([name, schema]): Part[] => {
      if (alwaysValidSchema(it, schema)) return [];
      const check = () => cxt.mergeValidEvaluated(cxt.subschema({ keyword: "dependentSchemas", schemaProp: name }, valid), valid);
      return [{ when: propertyInData(gen, data, name, it.opts.ownProperties), check }];
    });
    checkInTurn(cxt, parts);
  },
};
