import { type JsonObject, type JsonValue, isObject, own, ownObject, ownString, ownStrings } from "../json.js";
import { countCodePoints, exceedsUtf8Bytes, findDuplicate, isMultipleOf } from "../validators/guard.js";
import {
  type Check,
  type Evaluated,
  type Keywords,
  type Match,
  type Walk,
  accepts,
  atFirst,
  attempt,
  checkBelow,
  checkClause,
  checkPart,
  each,
  limit,
  listsAll,
  refuse,
  sizeOf,
  spend,
} from "./walk.js";

/** `format`, by the definitions of the generated validators. */
export const checkFormat: Check<number | string> = (walk, schema, value) => {
  const name = ownString(schema, "format");
  const format = name !== undefined && Object.hasOwn(walk.formats, name) ? walk.formats[name] : undefined;
  // A format says nothing about values of another type.
  if (!format || format.type !== typeof value || (format.validate as (value: number | string) => boolean)(value)) return true;
  return refuse(walk, schema, "format", { format: name }, value);
};

const comparison = (sign: string) => (bound: number) => ({ comparison: sign, limit: bound });

/** What schemas say about numbers. */
export const numberKeywords: Keywords<number> = {
  minimum: limit("minimum", (value, least) => value >= least, comparison(">=")),
  maximum: limit("maximum", (value, most) => value <= most, comparison("<=")),
  exclusiveMinimum: limit("exclusiveMinimum", (value, bound) => value > bound, comparison(">")),
  exclusiveMaximum: limit("exclusiveMaximum", (value, bound) => value < bound, comparison("<")),
  multipleOf: limit(
    "multipleOf",
    (value, divisor) => divisor <= 0 || isMultipleOf(value, divisor),
    (divisor) => ({ multipleOf: divisor }),
  ),
};

const checkPattern: Check<string> = (walk, schema, text) => {
  const pattern = schema["pattern"];
  const match = typeof pattern === "string" ? walk.matches(pattern, text, (steps) => spend(walk, steps)) : "ignored";
  if (match !== "no" && typeof match === "string") return true;
  return refuse(walk, schema, "pattern", match === "no" ? { pattern } : { pattern, limit: match.longest }, text);
};

/** What schemas say about texts. */
export const stringKeywords: Keywords<string> = {
  "x-max-utf8-bytes": limit("x-max-utf8-bytes", (text, most) => !exceedsUtf8Bytes(text, most)),
  maxLength: limit("maxLength", (text, most) => countCodePoints(text) <= most),
  minLength: limit("minLength", (text, least) => countCodePoints(text) >= least),
  pattern: checkPattern,
};

type List = JsonValue[];

const checkUnique: Check<List> = (walk, schema, list) => {
  if (schema["uniqueItems"] !== true) return true;
  spend(walk, sizeOf(list));
  const same = findDuplicate(list);
  return same === null || refuse(walk, schema, "uniqueItems", { i: same.i, j: same.j }, list);
};

const checkPrefix: Check<List> = (walk, schema, list) => {
  const schemas = schema["prefixItems"];
  if (!Array.isArray(schemas)) return true;
  return each(walk, list.slice(0, schemas.length), (item, index) =>
    checkPart(walk, index, ["prefixItems", index], schemas[index]!, item),
  );
};

const checkItems: Check<List> = (walk, schema, list) => {
  const { prefixItems: prefix, items } = schema;
  const start = Array.isArray(prefix) ? prefix.length : 0;
  if (items === false && start > 0 && listsAll(walk)) {
    return list.length <= start || refuse(walk, schema, "items", { limit: start }, list);
  }
  return each(walk, list, (item, index) => index < start || checkPart(walk, index, ["items"], items!, item));
};

const checkContains: Check<List> = (walk, schema, list) => {
  const { contains, minContains, maxContains } = schema;
  const least = typeof minContains === "number" ? minContains : 1;
  const most = typeof maxContains === "number" ? maxContains : undefined;
  const others: number[] = [];
  let fitting = 0;
  for (let index = 0; index < list.length && fitting <= (most ?? Infinity); index++) {
    if (accepts(walk, contains!, list[index]!)) fitting++;
    else others.push(index);
  }
  if (fitting >= least && fitting <= (most ?? Infinity)) return true;
  const params = most === undefined ? { minContains: least } : { minContains: least, maxContains: most };
  if (!listsAll(walk)) return refuse(walk, schema, fitting < least ? "contains" : "maxContains", params, list);
  if (walk.errors) atFirst(walk, () => others.forEach((index) => checkPart(walk, index, ["contains"], contains!, list[index]!)));
  return refuse(walk, schema, "contains", params, list);
};

/** What schemas say about lists. */
export const arrayKeywords: Keywords<List> = {
  maxItems: limit("maxItems", (list, most) => list.length <= most),
  minItems: limit("minItems", (list, least) => list.length >= least),
  uniqueItems: checkUnique,
  prefixItems: checkPrefix,
  items: checkItems,
  contains: checkContains,
};

const has = (object: JsonObject, name: string) => own(object, name) !== undefined;

const checkRequired: Check<JsonObject> = (walk, schema, object) =>
  each(
    walk,
    ownStrings(schema, "required"),
    (name) => has(object, name) || refuse(walk, schema, "required", { missingProperty: name }, object),
  );

const checkDependentRequired: Check<JsonObject> = (walk, schema, object) =>
  each(walk, Object.keys(ownObject(schema, "dependentRequired") ?? {}), (property) => {
    if (!has(object, property)) return true;
    const names = ownStrings(schema["dependentRequired"], property);
    return each(walk, names, (name) => {
      if (has(object, name)) return true;
      const params = { property, missingProperty: name, depsCount: names.length, deps: names.join(", ") };
      return refuse(walk, schema, "dependentRequired", params, object);
    });
  });

const checkDependent: Check<JsonObject> = (walk, schema, object, evaluated) => {
  const schemas = ownObject(schema, "dependentSchemas") ?? {};
  return each(
    walk,
    Object.keys(schemas),
    (name) => !has(object, name) || checkClause(walk, ["dependentSchemas", name], schemas[name]!, object, evaluated),
  );
};

const checkNames: Check<JsonObject> = (walk, schema, object) =>
  each(walk, Object.keys(object), (name) => {
    const names = schema["propertyNames"]!;
    if (listsAll(walk) || !walk.errors) {
      if (accepts(walk, names, name)) return true;
      const before = walk.propertyName;
      walk.propertyName = name;
      if (walk.errors) checkBelow(walk, ["propertyNames"], names, name);
      walk.propertyName = before;
      return refuse(walk, schema, "propertyNames", { propertyName: name }, object);
    }
    const errors = attempt(walk, names, name);
    return !errors || refuse(walk, schema, "propertyNames", { propertyName: name }, object, errors[0]);
  });

const checkProperties: Check<JsonObject> = (walk, schema, object, evaluated) => {
  const properties = ownObject(schema, "properties") ?? {};
  if (evaluated) for (const name of Object.keys(object)) if (Object.hasOwn(properties, name)) evaluated.add(name);
  return each(
    walk,
    Object.keys(properties),
    (name) => !has(object, name) || checkPart(walk, name, ["properties", name], properties[name]!, object[name]!),
  );
};

const checkPatternProperties: Check<JsonObject> = (walk, schema, object, evaluated) => {
  const properties = ownObject(schema, "patternProperties") ?? {};
  return each(walk, Object.keys(properties), (pattern) =>
    each(walk, Object.keys(object), (name) => {
      const found = match(walk, pattern, name);
      if (found === "yes" || found === "unknown") evaluated?.add(name);
      if (typeof found === "object") {
        return refuse(walk, schema, "patternProperties", { propertyName: name, limit: found.longest, pattern }, object);
      }
      return found !== "yes" || checkPart(walk, name, ["patternProperties", pattern], properties[pattern]!, object[name]!);
    }),
  );
};

function isMaybe(found: Match): boolean {
  return found !== "no" && found !== "ignored";
}

function match(walk: Walk, pattern: string, name: string): Match {
  spend(walk, 1);
  return walk.matches(pattern, name, (steps) => spend(walk, steps));
}

const checkAdditional: Check<JsonObject> = (walk, schema, object, evaluated) => {
  const properties = ownObject(schema, "properties") ?? {};
  const patterns = Object.keys(ownObject(schema, "patternProperties") ?? {});
  // A name that is too long for a pattern is rejected as such.
  const mayMatch = (name: string) => patterns.some((pattern) => isMaybe(match(walk, pattern, name)));
  const isAdditional = (name: string) => !Object.hasOwn(properties, name) && !mayMatch(name);
  return checkOthers(walk, schema, "additionalProperties", object, isAdditional, evaluated);
};

/** `unevaluatedProperties`, for what nothing else of the schema has looked at. */
export function checkUnevaluated(walk: Walk, schema: JsonObject, object: JsonObject, evaluated: Evaluated): boolean {
  return checkOthers(walk, schema, "unevaluatedProperties", object, (name) => !evaluated.has(name), evaluated);
}

/** The parameter that names the property. */
const parameters = { additionalProperties: "additionalProperty", unevaluatedProperties: "unevaluatedProperty" } as const;

function checkOthers(
  walk: Walk,
  schema: JsonObject,
  keyword: keyof typeof parameters,
  object: JsonObject,
  isOther: (name: string) => boolean,
  evaluated: Evaluated | undefined,
): boolean {
  const rule: JsonValue = schema[keyword]!;
  return each(walk, Object.keys(object).filter(isOther), (name) => {
    evaluated?.add(name);
    if (rule !== false) return checkPart(walk, name, [keyword], rule, object[name]!);
    return refuse(walk, schema, keyword, { [parameters[keyword]]: name }, object);
  });
}

const length = (object: JsonObject) => Object.keys(object).length;

/** What schemas say about objects. */
export const objectKeywords: Keywords<JsonObject> = {
  maxProperties: limit("maxProperties", (object, most) => length(object) <= most),
  minProperties: limit("minProperties", (object, least) => length(object) >= least),
  required: checkRequired,
  dependentRequired: checkDependentRequired,
  dependentSchemas: checkDependent,
  propertyNames: checkNames,
  properties: checkProperties,
  patternProperties: checkPatternProperties,
  additionalProperties: checkAdditional,
  unevaluatedProperties: (walk, schema, object, evaluated) =>
    !isObject(object) || checkUnevaluated(walk, schema, object, evaluated!),
};
