import type { Discriminator } from "../../../../templates/runtime/json-schema/alternatives.js";
import {
  _,
  alwaysValidSchema,
  Name,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type SchemaCxt,
  getProperty,
  isOwnProperty,
  str,
  not,
  checkInTurn,
  type Part,
} from "./codegen.js";

/** `oneOf`; Ajv's has a level for each schema. */
export const oneOf: CodeKeywordDefinition = {
  keyword: "oneOf",
  schemaType: "array",
  trackErrors: true,
  error: {
    message: "must match exactly one schema in oneOf",
    params: ({ params }) => _`{passingSchemas: ${params["passing"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, parentSchema, it } = cxt;
    // The discriminator does it.
    if (parentSchema["discriminator"]) return;
    const schemas = cxt.schema as readonly AnySchema[];
    const valid = gen.let("valid", false);
    const passing = gen.let("passing", null);
    const branch = gen.name("_valid");
    cxt.setParams({ passing });
    schemas.forEach((schema, index) => {
      // After two that fit, no other is tried.
      if (index < 2) tryBranch(schema, index);
      else gen.if(_`${valid} || ${passing} === null`, () => tryBranch(schema, index));
    });
    cxt.result(
      valid,
      () => cxt.reset(),
      () => cxt.error(true),
    );

    function tryBranch(schema: AnySchema, index: number): void {
      if (alwaysValidSchema(it, schema)) return fits(index);
      const inner = cxt.subschema({ keyword: "oneOf", schemaProp: index, compositeRule: true }, branch);
      gen.if(branch, () => fits(index, inner));
    }

    function fits(index: number, inner?: SchemaCxt): void {
      const isFirst = () => {
        gen.assign(valid, true).assign(passing, index);
        if (inner) cxt.mergeEvaluated(inner, Name);
      };
      if (index === 0) return isFirst();
      gen.if(valid, () => gen.assign(valid, false).assign(passing, _`[${passing}, ${index}]`), isFirst);
    }
  },
};

/**
 * `discriminator` beside `oneOf`: checks the one schema that the property selects, so that its errors are told and not
 * those of all. Only for schemas of which no value can fit two, hence with `oneOf`'s verdict.
 */
export const discriminator: CodeKeywordDefinition = {
  keyword: "discriminator",
  schemaType: "object",
  error: {
    message: ({ schema }) =>
      str`must have a property ${JSON.stringify((schema as Discriminator).property)} with one of the allowed values`,
    params: ({ schema, params }) => _`{property: ${(schema as Discriminator).property}, allowedValues: ${params["values"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const { property, values } = cxt.schema as Discriminator;
    const valid = gen.let("valid", false);
    const branch = gen.name("_valid");
    const allowed = gen.scopeValue("values", { ref: values.flat() });
    cxt.setParams({ values: allowed });
    const isObject = _`${data} && typeof ${data} == "object" && ${isOwnProperty(gen, data, property)}`;
    const tag = gen.const("tag", _`${isObject} ? ${allowed}.indexOf(${data}${getProperty(property)}) : -1`);
    gen.if(_`${tag} === -1`, () => cxt.error());
    let first = 0;
    values.forEach((own, index) => {
      const last = first + own.length - 1;
      gen.if(first === last ? _`${tag} === ${first}` : _`${tag} >= ${first} && ${tag} <= ${last}`, () => {
        cxt.subschema({ keyword: "oneOf", schemaProp: index }, branch);
        gen.assign(valid, branch);
      });
      first = last + 1;
    });
    cxt.ok(valid);
  },
};

/** `anyOf`; Ajv's has a level for each schema. */
export const anyOf: CodeKeywordDefinition = {
  keyword: "anyOf",
  schemaType: "array",
  trackErrors: true,
  error: { message: "must match a schema in anyOf" },
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const schemas = cxt.schema as readonly AnySchema[];
    if (!it.opts.unevaluated && schemas.some((schema) => alwaysValidSchema(it, schema))) return;
    const valid = gen.let("valid", false);
    const branch = gen.name("_valid");
    // What is evaluated is known when all that fit have been seen.
    const triesAll = it.opts.unevaluated === true && (it.props !== true || it.items !== true);
    schemas.forEach((_schema, index) => {
      if (index === 0 || triesAll) tryBranch(index);
      else gen.if(not(valid), () => tryBranch(index));
    });
    cxt.result(
      valid,
      () => cxt.reset(),
      () => cxt.error(true),
    );

    function tryBranch(index: number): void {
      const inner = cxt.subschema({ keyword: "anyOf", schemaProp: index, compositeRule: true }, branch);
      gen.assign(valid, triesAll ? _`${valid} || ${branch}` : branch);
      cxt.mergeValidEvaluated(inner, branch);
    }
  },
};

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

/** `if` with `then` and `else`; Ajv's takes what `if` has looked at for evaluated even where it doesn't fit. */
export const condition: CodeKeywordDefinition = {
  keyword: "if",
  schemaType: ["object", "boolean"],
  trackErrors: true,
  error: {
    message: ({ params }) => str`must match "${params["ifClause"]}" schema`,
    params: ({ params }) => _`{failingKeyword: ${params["ifClause"]}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const [hasThen, hasElse] = [hasClause("then"), hasClause("else")];
    if (!hasThen && !hasElse && !(it.props instanceof Name)) return;
    const fits = gen.name("_valid");
    const schemaCxt = cxt.subschema({ keyword: "if", compositeRule: true, createErrors: false }, fits);
    cxt.mergeValidEvaluated(schemaCxt, fits);
    cxt.reset();
    if (!hasThen && !hasElse) return;
    const valid = gen.let("valid", true);
    if (hasThen && hasElse) {
      const name = gen.let("ifClause");
      cxt.setParams({ ifClause: name });
      gen.if(fits, clause("then", name), clause("else", name));
    } else {
      const keyword = hasThen ? "then" : "else";
      cxt.setParams({ ifClause: keyword });
      gen.if(hasThen ? fits : not(fits), clause(keyword));
    }
    cxt.pass(valid, () => cxt.error(true));

    function hasClause(keyword: "then" | "else"): boolean {
      const schema = it.schema[keyword] as Parameters<typeof alwaysValidSchema>[1] | undefined;
      return schema !== undefined && !alwaysValidSchema(it, schema);
    }

    function clause(keyword: "then" | "else", name?: Name): () => void {
      return () => {
        const schemaCxt = cxt.subschema({ keyword }, fits);
        gen.assign(valid, fits);
        cxt.mergeValidEvaluated(schemaCxt, valid);
        if (name) gen.assign(name, _`${keyword}`);
      };
    }
  },
};
