import {
  _,
  allSchemaProperties,
  alwaysValidSchema,
  N,
  not,
  or,
  Type,
  usePattern,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type Name,
} from "./codegen.js";

/** From this many names on they are looked up in a set. */
const manyNames = 8;

/** `additionalProperties`, which Ajv prints together with the whole schema that it stands in. */
export const additionalProperties: CodeKeywordDefinition = {
  keyword: "additionalProperties",
  type: "object",
  schemaType: ["boolean", "object"],
  trackErrors: true,
  error: {
    message: "must NOT have additional properties",
    params: ({ params }) => _`{additionalProperty: ${params["additionalProperty"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, schema, parentSchema, data, it } = cxt;
    it.props = true;
    if (alwaysValidSchema(it, schema)) return;
    const names = allSchemaProperties(parentSchema["properties"]);
    const patterns = allSchemaProperties(parentSchema["patternProperties"]);

    gen.forIn("key", data, (key) => {
      const known = isKnown(key);
      if (known === undefined) refuse(key);
      else gen.if(not(known), () => refuse(key));
    });
    cxt.ok(_`${cxt.errsCount!} === ${N.errors}`);

    function isKnown(key: Name): Code | undefined {
      const tests = patterns.map((pattern) => _`${usePattern(cxt, pattern)}.test(${key})`);
      if (names.length > manyNames) tests.unshift(_`${gen.scopeValue("names", { ref: names })}.has(${key})`);
      else tests.unshift(...names.map((name) => _`${key} === ${name}`));
      return tests.length === 0 ? undefined : _`(${or(...tests)})`;
    }

    function refuse(key: Name): void {
      if (schema === false) {
        cxt.setParams({ additionalProperty: key });
        cxt.error();
        if (!it.allErrors) gen.break();
        return;
      }
      const valid = gen.name("valid");
      cxt.subschema({ keyword: "additionalProperties", dataProp: key, dataPropType: Type.Str }, valid);
      if (!it.allErrors) gen.if(not(valid), () => gen.break());
    }
  },
};
