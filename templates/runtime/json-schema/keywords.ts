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
  reject,
  sizeOf,
  spend,
} from "./walk.js";

/** `format`, by the definitions of the generated validators. */
export const checkFormat: Check<number | string> = (walk, schema, value) => {
  const name = ownString(schema, "format");
  const format = name !== undefined && Object.hasOwn(walk.formats, name) ? walk.formats[name] : undefined;
  // A format doesn't apply to values of another type.
  if (!format || format.type !== typeof value || (format.validate as (value: number | string) => boolean)(value)) return true;
  return reject(walk, schema, "format", { format: name }, value);
};

const comparison = (sign: string) => (bound: number) => ({ comparison: sign, limit: bound });

/** The keywords for numbers. */
export const numberKeywords: Keywords<number> = {
  // Only what the contract names.
  minimum: limit("minimum", (value, min) => value >= min, comparison(">=")),
  maximum: limit("maximum", (value, max) => value <= max, comparison("<=")),
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
  const found = typeof pattern === "string" ? walk.matches(pattern, text, (steps) => spend(walk, steps)) : "ignored";
  if (found !== "no" && typeof found === "string") return true;
  return reject(walk, schema, "pattern", found === "no" ? { pattern } : { pattern, limit: found.longest }, text);
};

/** The keywords for strings. */
export const stringKeywords: Keywords<string> = {
  // Only what the contract names.
  "x-max-utf8-bytes": limit("x-max-utf8-bytes", (text, max) => !exceedsUtf8Bytes(text, max)),
  maxLength: limit("maxLength", (text, max) => countCodePoints(text) <= max),
  minLength: limit("minLength", (text, min) => countCodePoints(text) >= min),
  pattern: checkPattern,
};

type List = JsonValue[];

const checkUnique: Check<List> = (walk, schema, list) => {
  if (schema["uniqueItems"] !== true) return true;
  spend(walk, sizeOf(list));
  const duplicate = findDuplicate(list);
  return duplicate === null || reject(walk, schema, "uniqueItems", { i: duplicate.i, j: duplicate.j }, list);
};

const checkPrefix: Check<List> = (walk, schema, list, evaluated) => {
  const schemas = schema["prefixItems"];
  if (!Array.isArray(schemas)) return true;
  if (evaluated) for (const index of schemas.keys()) evaluated.add(index);
  return each(walk, list.slice(0, schemas.length), (item, index) =>
    checkPart(walk, index, ["prefixItems", index], schemas[index]!, item),
  );
};

const checkItems: Check<List> = (walk, schema, list, evaluated) => {
  const { prefixItems: prefix, items } = schema;
  const start = Array.isArray(prefix) ? prefix.length : 0;
  if (evaluated) for (const index of list.keys()) evaluated.add(index);
  if (items === false && start > 0 && listsAll(walk)) {
    return list.length <= start || reject(walk, schema, "items", { limit: start }, list);
  }
  return each(walk, list, (item, index) => index < start || checkPart(walk, index, ["items"], items!, item));
};

const checkContains: Check<List> = (walk, schema, list, evaluated) => {
  const { contains, minContains, maxContains } = schema;
  const min = typeof minContains === "number" ? minContains : 1;
  const max = typeof maxContains === "number" ? maxContains : undefined;
  const others: number[] = [];
  let matching = 0;
  for (let index = 0; index < list.length && matching <= (max ?? Infinity); index++) {
    if (accepts(walk, contains!, list[index]!)) {
      matching++;
      evaluated?.add(index);
    } else others.push(index);
  }
  if (matching >= min && matching <= (max ?? Infinity)) return true;
  const params = max === undefined ? { minContains: min } : { minContains: min, maxContains: max };
  if (!listsAll(walk)) return reject(walk, schema, matching < min ? "contains" : "maxContains", params, list);
  if (walk.errors) atFirst(walk, () => others.forEach((index) => checkPart(walk, index, ["contains"], contains!, list[index]!)));
  return reject(walk, schema, "contains", params, list);
};

/** `unevaluatedItems`, for items that no other keyword of the schema has evaluated. */
const checkRestOfItems: Check<List> = (walk, schema, list, evaluated) => {
  const rule: JsonValue = schema["unevaluatedItems"]!;
  const rest = [...list.keys()].filter((index) => !evaluated!.has(index));
  for (const index of rest) evaluated!.add(index);
  if (rule === false && listsAll(walk)) {
    return rest.length === 0 || reject(walk, schema, "unevaluatedItems", { limit: rest[0] }, list);
  }
  return each(walk, rest, (index) => checkPart(walk, index, ["unevaluatedItems"], rule, list[index]!));
};

/** The keywords for arrays. */
export const arrayKeywords: Keywords<List> = {
  // Only what the contract names.
  maxItems: limit("maxItems", (list, max) => list.length <= max),
  minItems: limit("minItems", (list, min) => list.length >= min),
  uniqueItems: checkUnique,
  prefixItems: checkPrefix,
  items: checkItems,
  contains: checkContains,
  unevaluatedItems: checkRestOfItems,
};

const has = (object: JsonObject, name: string) => own(object, name) !== undefined;

const checkRequired: Check<JsonObject> = (walk, schema, object) =>
  each(
    walk,
    ownStrings(schema, "required"),
    (name) => has(object, name) || reject(walk, schema, "required", { missingProperty: name }, object),
  );

const checkDependentRequired: Check<JsonObject> = (walk, schema, object) =>
  each(walk, Object.keys(ownObject(schema, "dependentRequired") ?? {}), (property) => {
    if (!has(object, property)) return true;
    const names = ownStrings(schema["dependentRequired"], property);
    return each(walk, names, (name) => {
      if (has(object, name)) return true;
      const params = { property, missingProperty: name, depsCount: names.length, deps: names.join(", ") };
      return reject(walk, schema, "dependentRequired", params, object);
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
      return reject(walk, schema, "propertyNames", { propertyName: name }, object);
    }
    const errors = attempt(walk, names, name);
    return !errors || reject(walk, schema, "propertyNames", { propertyName: name }, object, errors[0]);
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
        return reject(walk, schema, "patternProperties", { propertyName: name, limit: found.longest, pattern }, object);
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

/** `unevaluatedProperties`, for properties that no other keyword of the schema has evaluated. */
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
    return reject(walk, schema, keyword, { [parameters[keyword]]: name }, object);
  });
}

const length = (object: JsonObject) => Object.keys(object).length;

/** The keywords for objects. */
export const objectKeywords: Keywords<JsonObject> = {
  // Only what the contract names.
  maxProperties: limit("maxProperties", (object, max) => length(object) <= max),
  minProperties: limit("minProperties", (object, min) => length(object) >= min),
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
