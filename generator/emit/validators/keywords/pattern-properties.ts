import { checkInTurn, type Part } from "./check-in-turn.js";
import {
  _,
  allSchemaProperties,
  alwaysValidSchema,
  Name,
  not,
  Type,
  usePattern,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
} from "./codegen.js";

/** `patternProperties`; Ajv's throws where all properties are evaluated already, or none could be. */
export const patternProperties: CodeKeywordDefinition = {
  keyword: "patternProperties",
  type: "object",
  schemaType: "object",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const schemas = cxt.schema as Readonly<Record<string, AnySchema>>;
    const { props } = it;
    const parts = allSchemaProperties(schemas).flatMap((pattern): Part[] => {
      const checks = !alwaysValidSchema(it, schemas[pattern]!);
      if (!checks && !(props instanceof Name)) return [];
      return [{ check: () => eachMatch(pattern, checks) }];
    });
    checkInTurn(cxt, parts);

    function eachMatch(pattern: string, checks: boolean): void {
      gen.forIn("key", data, (key) =>
        gen.if(_`${usePattern(cxt, pattern)}.test(${key})`, () => {
          if (props instanceof Name) gen.if(_`${props} !== true`, () => gen.assign(_`${props}[${key}]`, true));
          if (checks) check(pattern, key);
        }),
      );
    }

    function check(pattern: string, key: Name): void {
      const valid = gen.name("valid");
      cxt.subschema({ keyword: "patternProperties", schemaProp: pattern, dataProp: key, dataPropType: Type.Str }, valid);
      if (!it.allErrors) gen.if(not(valid), () => gen.break());
    }
  },
};
