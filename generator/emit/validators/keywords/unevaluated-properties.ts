import {
  _,
  alwaysValidSchema,
  and,
  isOwnProperty,
  N,
  Name,
  not,
  Type,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
} from "./codegen.js";

/** `unevaluatedProperties`; Ajv's takes a property called `constructor` or `toString` for evaluated. */
export const unevaluatedProperties: CodeKeywordDefinition = {
  keyword: "unevaluatedProperties",
  type: "object",
  schemaType: ["boolean", "object"],
  trackErrors: true,
  error: {
    message: "must NOT have unevaluated properties",
    params: ({ params }) => _`{unevaluatedProperty: ${params["unevaluatedProperty"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, schema, data, it } = cxt;
    const { props } = it;
    if (props instanceof Name) {
      const isUnevaluated = (key: Name) => _`!${props} || !${isOwnProperty(gen, props, key)}`;
      gen.if(_`${props} !== true`, () => gen.forIn("key", data, (key) => gen.if(isUnevaluated(key), () => refuse(key))));
    } else if (props !== true) {
      const names = Object.keys(props ?? {});
      const isUnevaluated = (key: Name): Code => and(...names.map((name) => _`${key} !== ${name}`));
      gen.forIn("key", data, (key) => (names.length === 0 ? refuse(key) : gen.if(isUnevaluated(key), () => refuse(key))));
    }
    it.props = true;
    cxt.ok(_`${cxt.errsCount!} === ${N.errors}`);

    function refuse(key: Name): void {
      if (schema === false) {
        cxt.setParams({ unevaluatedProperty: key });
        cxt.error();
        if (!it.allErrors) gen.break();
      } else if (!alwaysValidSchema(it, schema)) {
        const valid = gen.name("valid");
        cxt.subschema({ keyword: "unevaluatedProperties", dataProp: key, dataPropType: Type.Str }, valid);
        if (!it.allErrors) gen.if(not(valid), () => gen.break());
      }
    }
  },
};
