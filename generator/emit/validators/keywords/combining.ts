import type { Discriminator } from "../../../../templates/runtime/json-schema/alternatives.js";
import type { Branch, GuardCode } from "../guard-code.js";
import {
  _,
  alwaysValidSchema,
  N,
  Name,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type SchemaCxt,
  not,
  type Code,
  raw,
} from "../ajv.js";
import { and, constantOf, pathText } from "./codegen.js";

/** Returns the generator of a function that returns at its first error; `undefined` if the function counts errors. */
export function guardCode({ gen }: KeywordCxt): GuardCode | undefined {
  return (gen as GuardCode).purpose.keepsCount ? undefined : (gen as GuardCode);
}

/**
 * Returns a call of the function for one of a keyword's schemas, as one that a value may match: the function of the component
 * that it refers to, or one next to this. The call returns errors or `null`.
 */
export function callBranch(
  cxt: KeywordCxt,
  gen: GuardCode,
  keyword: string,
  data: Code,
  { index, isOfName = gen.purpose.isOfName }: { readonly index?: number; readonly isOfName?: boolean } = {},
): Code {
  const held = cxt.it.schema[keyword] as AnySchema | readonly AnySchema[];
  const schema = index === undefined ? (held as AnySchema) : (held as readonly AnySchema[])[index]!;
  const keywords = typeof schema === "object" ? Object.keys(schema) : [];
  if (keywords.length === 1 && (keywords[0] === "$ref" || keywords[0] === "$recall")) {
    return callComponent(gen, keywords[0], (schema as Readonly<Record<string, string>>)[keywords[0]]!, data);
  }
  const schemaPath = `${cxt.it.errSchemaPath}/${keyword}${index === undefined ? "" : `/${index}`}`;
  return _`${gen.scopeValue("branch", { ref: { schema, schemaPath, isOfName } satisfies Branch })}(${data})`;
}

/** Returns a call of a component's validator. With `$recall`, it checks each part of a value once. */
export function callComponent(gen: KeywordCxt["gen"], keyword: "$ref" | "$recall", component: string, data: Code): Code {
  const validate = gen.scopeValue("component", { ref: component });
  return keyword === "$ref"
    ? _`${validate}(${data})`
    : _`${gen.scopeValue("func", { ref: "validateOnce" })}(${validate}, ${data})`;
}

/** Writes a return of the errors that a call found, if any. */
export function returnErrors(cxt: KeywordCxt, gen: GuardCode, call: Code): void {
  const name = String(cxt.data) === "value" ? "errors" : `${String(cxt.data)}Errors`;
  const errors = gen.const(name, call);
  const path = pathText(cxt.it.errorPath, gen);
  gen.ifFound(errors, () => gen.returnFound(path.emptyStr() ? errors : _`${gen.runtime("within")}(${path}, ${errors})`));
}

/** The check of one of a keyword's schemas. */
export interface Part {
  /** The condition under which the check applies; without one it always does. */
  readonly when?: Code | undefined;
  /** Writes the code of the check. */
  readonly check: () => void;
}

/**
 * Writes checks in sequence, each of which runs only if the preceding ones found nothing. Ajv nests each in a block of the
 * preceding one, and compilers exhaust their stack at some hundred blocks. For keywords that count errors.
 */
export function checkInTurn(cxt: KeywordCxt, parts: readonly Part[]): void {
  const isValid = _`${cxt.errsCount!} === ${N.errors}`;
  parts.forEach(({ when, check }, index) => {
    const conditions: Code[] = index === 0 || guardCode(cxt) ? [] : [isValid];
    if (when) conditions.push(when);
    if (conditions.length === 0) check();
    else cxt.gen.if(and(...conditions), check);
  });
  if (parts.length > 0) cxt.ok(isValid);
}

/** `oneOf`; Ajv's nests a level for each schema. */
export const oneOf: CodeKeywordDefinition = {
  keyword: "oneOf",
  schemaType: "array",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, parentSchema, it } = cxt;
    // The discriminator replaces it.
    if (parentSchema["discriminator"]) return;
    const schemas = cxt.schema as readonly AnySchema[];
    const guard = guardCode(cxt);
    if (guard) return matchOne(cxt, guard);
    const valid = gen.let("valid", false);
    const passing = gen.let("passing", null);
    const branch = gen.name("_valid");
    cxt.setParams({ passing });
    schemas.forEach((schema, index) => {
      // After two matches, no other schema is tried.
      if (index < 2) tryBranch(schema, index);
      else gen.if(_`${valid} || ${passing} === null`, () => tryBranch(schema, index));
    });
    cxt.result(
      valid,
      () => cxt.reset(),
      () => cxt.error(true),
    );

    function tryBranch(schema: AnySchema, index: number): void {
      if (alwaysValidSchema(it, schema)) return matched(index);
      const inner = cxt.subschema({ keyword: "oneOf", schemaProp: index, compositeRule: true }, branch);
      gen.if(branch, () => matched(index, inner));
    }

    function matched(index: number, inner?: SchemaCxt): void {
      const isFirst = () => {
        gen.assign(valid, true).assign(passing, index);
        if (inner) cxt.mergeEvaluated(inner, Name);
      };
      if (index === 0) return isFirst();
      gen.if(valid, () => gen.assign(valid, false).assign(passing, _`[${passing}, ${index}]`), isFirst);
    }
  },
};

/** `oneOf` in a function that returns at its first error. */
function matchOne(cxt: KeywordCxt, gen: GuardCode): void {
  const { data, it } = cxt;
  const schemas = cxt.schema as readonly AnySchema[];
  const passing = schemas.length > 2 ? gen.let(`${matchName(data)}es`, 0) : undefined;
  const tried = schemas.map((schema, index) => {
    const call = alwaysValidSchema(it, schema) ? _`null` : callBranch(cxt, gen, "oneOf", data, { index });
    // After two matches, no other schema is tried.
    const errors = gen.const(`${matchName(data)}${index}`, passing && index > 1 ? _`${passing} > 1 ? undefined : ${call}` : call);
    if (passing) gen.if(_`${errors} === null`, () => gen.code(_`${passing}++`));
    return errors;
  });
  cxt.setParams({ tried: listOf(tried) });
  const [first, second] = tried;
  if (passing) gen.if(_`${passing} !== 1`, () => cxt.error());
  else if (second) gen.if(_`(${first} === null) === (${second} === null)`, () => cxt.error());
  else gen.ifFound(first!, () => cxt.error());
}

/** Returns the prefix of the names for the results of trying schemas on a value. */
const matchName = (data: Code): string => (String(data) === "value" ? "match" : `${String(data)}Match`);

const listOf = (names: readonly Name[]): Code =>
  raw(["[", ...names.flatMap((name, index) => (index === 0 ? [name] : [", ", name])), "]"]);

/**
 * `discriminator` next to `oneOf`: checks the one schema that the property selects, so that only its errors are reported. Only
 * for schemas of which no value can match two, so the result is the same as that of `oneOf`.
 */
export const discriminator: CodeKeywordDefinition = {
  keyword: "discriminator",
  schemaType: "object",
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const { property, values } = cxt.schema as Discriminator;
    const guard = guardCode(cxt);
    const valid = guard ? new Name("valid") : gen.let("valid", false);
    const branch = gen.name("_valid");
    const allowed = constantOf(cxt, "values", values.flat(), "tags");
    cxt.setParams({ values: allowed, property });
    const tag = gen.const("tag", _`${gen.scopeValue("func", { ref: "findTag" })}(${data}, ${property}, ${allowed})`);
    gen.if(_`${tag} === -1`, () => cxt.error());
    let first = 0;
    values.forEach((own, index) => {
      const last = first + own.length - 1;
      gen.if(first === last ? _`${tag} === ${first}` : _`${tag} >= ${first} && ${tag} <= ${last}`, () => {
        cxt.subschema({ keyword: "oneOf", schemaProp: index }, branch);
        if (!guard) gen.assign(valid, branch);
      });
      first = last + 1;
    });
    if (!guard) cxt.ok(valid);
  },
};

/** `anyOf`; Ajv's nests a level for each schema. */
export const anyOf: CodeKeywordDefinition = {
  keyword: "anyOf",
  schemaType: "array",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const schemas = cxt.schema as readonly AnySchema[];
    if (!it.opts.unevaluated && schemas.some((schema) => alwaysValidSchema(it, schema))) return;
    const guard = guardCode(cxt);
    if (guard) return matchAny(cxt, guard);
    const valid = gen.let("valid", false);
    const branch = gen.name("_valid");
    // The evaluated properties are only known after trying all schemas.
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

/** `anyOf` in a function that returns at its first error. */
function matchAny(cxt: KeywordCxt, gen: GuardCode): void {
  const { data } = cxt;
  const tried: Name[] = [];
  for (const index of (cxt.schema as readonly AnySchema[]).keys()) {
    const call = callBranch(cxt, gen, "anyOf", data, { index });
    const before = tried.at(-1);
    tried.push(gen.const(`${matchName(data)}${index}`, before ? _`${before} && ${call}` : call));
  }
  cxt.setParams({ tried: listOf(tried) });
  gen.ifFound(tried.at(-1)!, () => cxt.error());
}

/** `not`: a schema that a value must not match. */
export function forbidden(ajvs: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...ajvs,
    code(cxt: KeywordCxt, type?: string) {
      const gen = guardCode(cxt);
      if (!gen) return ajvs.code(cxt, type);
      if (alwaysValidSchema(cxt.it, cxt.schema as AnySchema)) return cxt.fail();
      gen.if(_`${callBranch(cxt, gen, "not", cxt.data)} === null`, () => cxt.error());
    },
  };
}

/** `allOf`; Ajv's nests a level for each schema. */
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

/** `if` with `then` and `else`; Ajv's treats what `if` describes as evaluated even if it doesn't match. */
export const condition: CodeKeywordDefinition = {
  keyword: "if",
  schemaType: ["object", "boolean"],
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const [hasThen, hasElse] = [hasClause("then"), hasClause("else")];
    if (!hasThen && !hasElse && !(it.props instanceof Name)) return;
    const guard = guardCode(cxt);
    if (guard) return checkClause(guard);
    const matches = gen.name("_valid");
    const schemaCxt = cxt.subschema({ keyword: "if", compositeRule: true, createErrors: false }, matches);
    cxt.mergeValidEvaluated(schemaCxt, matches);
    cxt.reset();
    if (!hasThen && !hasElse) return;
    const valid = gen.let("valid", true);
    if (hasThen && hasElse) {
      const name = gen.let("ifClause");
      cxt.setParams({ ifClause: name });
      gen.if(matches, clause("then", name), clause("else", name));
    } else {
      const keyword = hasThen ? "then" : "else";
      cxt.setParams({ ifClause: keyword });
      gen.if(hasThen ? matches : not(matches), clause(keyword));
    }
    cxt.pass(valid, () => cxt.error(true));

    function checkClause(guard: GuardCode): void {
      const call = callBranch(cxt, guard, "if", cxt.data);
      if (!hasThen) guard.if(_`${call} !== null`, () => apply("else"));
      else if (!hasElse) guard.if(_`${call} === null`, () => apply("then"));
      else
        guard.if(
          _`${call} === null`,
          () => apply("then"),
          () => apply("else"),
        );

      function apply(keyword: "then" | "else"): void {
        if (!guard.purpose.isBranch) {
          cxt.setParams({ ifClause: keyword });
          return guard.clause(
            () => cxt.error(),
            () => cxt.subschema({ keyword }, guard.name("valid")),
          );
        }
        const tried = guard.const("errors", callBranch(cxt, guard, keyword, cxt.data));
        cxt.setParams({ ifClause: keyword, tried });
        guard.ifFound(tried, () => cxt.error());
      }
    }

    function hasClause(keyword: "then" | "else"): boolean {
      const schema = it.schema[keyword] as Parameters<typeof alwaysValidSchema>[1] | undefined;
      return schema !== undefined && !alwaysValidSchema(it, schema);
    }

    function clause(keyword: "then" | "else", name?: Name): () => void {
      return () => {
        const schemaCxt = cxt.subschema({ keyword }, matches);
        gen.assign(valid, matches);
        cxt.mergeValidEvaluated(schemaCxt, valid);
        if (name) gen.assign(name, _`${keyword}`);
      };
    }
  },
};
