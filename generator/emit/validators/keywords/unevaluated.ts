import {
  _,
  alwaysValidSchema,
  type AnySchema,
  type Code,
  type CodeKeywordDefinition,
  isOwnProperty,
  KeywordCxt,
  N,
  Name,
  not,
  Type,
} from "../ajv.js";

/** A schema with `unevaluatedProperties` or `unevaluatedItems`. Ajv only tracks evaluated properties and items inside of it. */
export const evaluating: CodeKeywordDefinition = {
  keyword: "$evaluating",
  schemaType: ["object"],
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const inner = new KeywordCxt(
      { ...it, schema: cxt.parentSchema, opts: { ...it.opts, unevaluated: true } },
      cxt.def,
      cxt.keyword,
    );
    const valid = gen.name("valid");
    inner.subschema(
      {
        schema: cxt.schema as AnySchema,
        schemaPath: it.schemaPath,
        errSchemaPath: it.errSchemaPath,
        topSchemaRef: it.topSchemaRef,
      },
      valid,
    );
    cxt.ok(valid);
  },
};

/**
 * Precedes the other keywords in every schema whose evaluated properties or items an `$evaluating` one needs. By itself, Ajv creates the
 * set where it first needs it: in a branch that may not run, or that ran for the preceding item. Indexes of items are in the same set;
 * of items, Ajv only counts those at the start.
 */
export const account: CodeKeywordDefinition = {
  keyword: "$account",
  code({ gen, it }: KeywordCxt) {
    it.props = gen.var("props", _`{}`);
    it.items = true;
  },
};

/** Notes that a property, or an item by its index, was evaluated. */
export function markPart({ gen, it: { props } }: KeywordCxt, key: Code | number): void {
  if (props instanceof Name) gen.if(_`${props} !== true`, () => gen.assign(_`${props}[${key}]`, true));
}

/** Notes that every part of a value was evaluated; as code, which counts as a use: Ajv omits the set if only assignments are left. */
export function markAll({ gen, it: { props } }: KeywordCxt): void {
  if (props instanceof Name) gen.code(_`${props} = true`);
}

/** `unevaluatedProperties`; Ajv's treats a property called `constructor` or `toString` as evaluated. */
export const unevaluatedProperties = restOf("unevaluatedProperties", {
  type: "object",
  keyType: Type.Str,
  param: "unevaluatedProperty",
  forEach: ({ gen, data }, check) => gen.forIn("key", data, check),
});

/** `unevaluatedItems`; Ajv's takes all items as evaluated if there is a `contains`. */
export const unevaluatedItems = restOf("unevaluatedItems", {
  type: "array",
  keyType: Type.Num,
  param: "len",
  forEach: ({ gen, data }, check) => gen.forRange("i", 0, _`${data}.length`, check),
});

interface Rest {
  readonly type: "object" | "array";
  readonly keyType: (typeof Type)[keyof typeof Type];
  /** The parameter of the error, which names the part. */
  readonly param: string;
  /** Writes a loop over the parts of a value, by their names or indexes. */
  readonly forEach: (cxt: KeywordCxt, check: (key: Name) => void) => void;
}

/** A keyword for the parts that no other keyword has evaluated. */
function restOf(keyword: string, { type, keyType, param, forEach }: Rest): CodeKeywordDefinition {
  return {
    keyword,
    type,
    schemaType: ["boolean", "object"],
    trackErrors: true,
    code(cxt: KeywordCxt) {
      const { gen, schema, it } = cxt;
      const props = it.props as Name;
      const isUnevaluated = (key: Name) => _`!${props} || !${isOwnProperty(gen, props, key)}`;
      gen.if(_`${props} !== true`, () => forEach(cxt, (key) => gen.if(isUnevaluated(key), () => check(key))));
      markAll(cxt);
      cxt.ok(_`${cxt.errsCount!} === ${N.errors}`);

      function check(key: Name): void {
        if (schema === false) {
          cxt.setParams({ [param]: key });
          cxt.error();
          gen.break();
        } else if (!alwaysValidSchema(it, schema as AnySchema)) {
          const valid = gen.name("valid");
          cxt.subschema({ keyword, dataProp: key, dataPropType: keyType }, valid);
          gen.if(not(valid), () => gen.break());
        }
      }
    },
  };
}
