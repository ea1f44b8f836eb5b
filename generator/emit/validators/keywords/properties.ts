import { checkInTurn } from "./check-in-turn.js";
import {
  allSchemaProperties,
  alwaysValidSchema,
  mergeEvaluated,
  propertyInData,
  toHash,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
} from "./codegen.js";

/** `properties`; Ajv's has a level for each. */
export const properties: CodeKeywordDefinition = {
  keyword: "properties",
  type: "object",
  schemaType: "object",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const schemas = cxt.schema as Readonly<Record<string, AnySchema>>;
    const names = allSchemaProperties(schemas);
    if (it.opts.unevaluated && names.length > 0 && it.props !== true) {
      it.props = mergeEvaluated.props(gen, toHash(names), it.props);
    }
    const valid = gen.name("valid");
    const checked = names.filter((name) => !alwaysValidSchema(it, schemas[name]!));
    checkInTurn(
      cxt,
      checked.map((name) => ({
        when: propertyInData(gen, data, name, it.opts.ownProperties),
        check: () => cxt.subschema({ keyword: "properties", schemaProp: name, dataProp: name }, valid),
      })),
    );
  },
};
