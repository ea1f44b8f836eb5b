import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";
import {
  accepts,
  attempt,
  checkBelow,
  checkClause,
  checkPart,
  each,
  limit,
  listsAll,
  refuse,
  spend,
  type Check,
  type Evaluated,
  type Keywords,
  type Match,
  type Walk,
} from "./walk.js";

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
