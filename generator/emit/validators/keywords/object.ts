import { stringList } from "../../../typescript/encode.js";
import { callBranch, checkInTurn, guardCode, type Part } from "./combining.js";
import {
  allSchemaProperties,
  alwaysValidSchema,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type SchemaCxt,
  _,
  Name,
  not,
  Type,
  N,
  type Code,
  raw,
} from "../ajv.js";
import { constantOf, exceedsLength, hasProperty, lacksProperty, usePattern, or, and } from "./codegen.js";
import { markAll, markPart } from "./unevaluated.js";

/** `properties`; Ajv's nests a level for each. */
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
      cxt.mergeEvaluated({ props: Object.fromEntries(names.map((name) => [name, true])) } as SchemaCxt);
    }
    const valid = gen.name("valid");
    const checked = names.filter((name) => !alwaysValidSchema(it, schemas[name]!));
    checkInTurn(
      cxt,
      checked.map((name) => ({
        // `required` has already been checked.
        when: guardCode(cxt) && isRequired(cxt, name) ? undefined : hasProperty(gen, data, name),
        check: () => cxt.subschema({ keyword: "properties", schemaProp: name, dataProp: name }, valid),
      })),
    );
  },
};

function isRequired({ parentSchema }: KeywordCxt, name: string): boolean {
  return (parentSchema["required"] as readonly string[] | undefined)?.includes(name) === true;
}

/** The maximum length of a name to match with a pattern of a schema; absent: no limit. */
function longestName({ parentSchema }: KeywordCxt, pattern: string): number | undefined {
  return (parentSchema["$longestNames"] as ReadonlyMap<string, number> | undefined)?.get(pattern);
}

/**
 * `patternProperties`; Ajv's throws if all properties are already evaluated, or if none can be. A name that is too long for a
 * pattern is invalid.
 */
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
      if (!checks && !(props instanceof Name) && longestName(cxt, pattern) === undefined) return [];
      return [{ check: () => eachMatch(pattern, checks) }];
    });
    checkInTurn(cxt, parts);

    function eachMatch(pattern: string, checks: boolean): void {
      const longest = longestName(cxt, pattern);
      gen.forIn("key", data, (key) => {
        const match = () =>
          gen.if(_`${usePattern(cxt, pattern)}.test(${key})`, () => {
            markPart(cxt, key);
            if (checks) check(pattern, key);
          });
        if (longest === undefined) match();
        else gen.if(exceedsLength(cxt, key, longest), () => reject(pattern, key, longest), match);
      });
    }

    function reject(pattern: string, key: Name, longest: number): void {
      cxt.setParams({ propertyName: key, longest, pattern: _`${pattern}` });
      cxt.error();
      gen.break();
    }

    function check(pattern: string, key: Name): void {
      const valid = gen.name("valid");
      cxt.subschema({ keyword: "patternProperties", schemaProp: pattern, dataProp: key, dataPropType: Type.Str }, valid);
      gen.if(not(valid), () => gen.break());
    }
  },
};

/** From this number on, names are looked up in a set. */
const manyNames = 5;

/** `additionalProperties`; Ajv's prints the whole enclosing schema. */
export const additionalProperties: CodeKeywordDefinition = {
  keyword: "additionalProperties",
  type: "object",
  schemaType: ["boolean", "object"],
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, schema, parentSchema, data, it } = cxt;
    markAll(cxt);
    if (alwaysValidSchema(it, schema)) return;
    const names = allSchemaProperties(parentSchema["properties"]);
    const patterns = allSchemaProperties(parentSchema["patternProperties"]);

    gen.forIn("key", data, (key) => {
      const unknown = isUnknown(key);
      if (unknown === undefined) reject(key);
      else gen.if(unknown, () => reject(key));
    });
    cxt.ok(_`${cxt.errsCount!} === ${N.errors}`);

    function isUnknown(key: Name): Code | undefined {
      const tests = patterns.map((pattern) => {
        const test = _`!${usePattern(cxt, pattern)}.test(${key})`;
        const longest = longestName(cxt, pattern);
        // `patternProperties` rejects names that are too long.
        return longest === undefined ? test : _`!${exceedsLength(cxt, key, longest)} && ${test}`;
      });
      if (names.length > manyNames) tests.unshift(_`!${constantOf(cxt, "names", names, "names")}.has(${key})`);
      else tests.unshift(...names.map((name) => _`${key} !== ${name}`));
      return tests.length === 0 ? undefined : and(...tests);
    }

    function reject(key: Name): void {
      if (schema === false) {
        cxt.setParams({ additionalProperty: key });
        cxt.error();
        gen.break();
        return;
      }
      const valid = gen.name("valid");
      cxt.subschema({ keyword: "additionalProperties", dataProp: key, dataPropType: Type.Str }, valid);
      gen.if(not(valid), () => gen.break());
    }
  },
};

/** `required`; Ajv's nests parentheses for each name and always accepts a missing empty name. */
export const required: CodeKeywordDefinition = {
  keyword: "required",
  type: "object",
  schemaType: "array",
  code(cxt: KeywordCxt) {
    const names = cxt.schema as readonly string[];
    if (names.length === 0) return;
    if (guardCode(cxt)) {
      if (names.length > fewNames) reportFirstMissing(cxt, names);
      else for (const name of names) reportMissing(cxt, name);
      return;
    }
    const missing = cxt.gen.let("missing");
    cxt.setParams({ missingProperty: missing });
    cxt.fail(isMissing(cxt, names, missing));
  },
};

/** Up to this number, each required name has a check of its own. */
const fewNames = 3;

function reportFirstMissing(cxt: KeywordCxt, names: readonly string[]): void {
  const { gen, data } = cxt;
  const find = gen.scopeValue("func", { ref: "findMissing" });
  const missing = gen.const("missing", _`${find}(${data}, ${constantOf(cxt, "values", names, "required")})`);
  gen.if(_`${missing} !== undefined`, () => {
    cxt.setParams({ missingProperty: missing }, true);
    cxt.error();
  });
}

function reportMissing(cxt: KeywordCxt, name: string): void {
  cxt.gen.if(lacksProperty(cxt.gen, cxt.data as Name, name), () => {
    cxt.setParams({ missingProperty: _`${name}` }, true);
    cxt.error();
  });
}

/** Returns a check that a value lacks one of the properties; assigns the name of the first missing one. */
function isMissing({ gen, data }: KeywordCxt, names: readonly string[], missing: Name): Code {
  const tests = names.map((name) => {
    const assigned = _`${missing} = ${name}`;
    const isAbsent = lacksProperty(gen, data, name);
    // The empty name is falsy.
    return and(isAbsent, name === "" ? _`(${assigned}) === ""` : assigned);
  });
  return or(...tests);
}

/** `dependentRequired`; Ajv's nests a level for each property. */
export const dependentRequired: CodeKeywordDefinition = {
  keyword: "dependentRequired",
  type: "object",
  schemaType: "object",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const missingProperty = guardCode(cxt) ? _`undefined` : gen.let("missing");
    const dependencies = Object.entries(cxt.schema as Readonly<Record<string, readonly string[]>>);
    const parts = dependencies.flatMap(([property, names]): Part[] => {
      if (names.length === 0) return [];
      const params = { property, names: raw(stringList(names)) };
      const isPresent = hasProperty(gen, data, property);
      const reportEach = () => {
        cxt.setParams(params);
        for (const name of names) reportMissing(cxt, name);
      };
      if (guardCode(cxt)) return [{ when: isPresent, check: reportEach }];
      const report = () => cxt.error(false, { ...params, missingProperty });
      return [{ when: and(isPresent, isMissing(cxt, names, missingProperty)), check: report }];
    });
    checkInTurn(cxt, parts);
  },
};

/** `propertyNames`: a function of its own checks each name. */
export function propertyNames(ajvs: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...ajvs,
    code(cxt: KeywordCxt, type?: string) {
      const gen = guardCode(cxt);
      if (!gen) return ajvs.code(cxt, type);
      if (alwaysValidSchema(cxt.it, cxt.schema as AnySchema)) return;
      gen.forIn("name", cxt.data, (name) => {
        const tried = gen.const("nameErrors", callBranch(cxt, gen, "propertyNames", name, { isOfName: true }));
        cxt.setParams({ propertyName: name, tried });
        gen.ifFound(tried, () => cxt.error());
      });
    },
  };
}

/** `dependentSchemas`; Ajv's nests a level for each. */
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
      return [{ when: hasProperty(gen, data, name), check }];
    });
    checkInTurn(cxt, parts);
  },
};
