import { count, mustBeShorter, quote } from "./messages.js";
import { ownObject, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";
import type { Match } from "./match-pattern.js";
import {
  attempt,
  checkPart,
  each,
  limit,
  nearest,
  refuse,
  spend,
  type Check,
  type Evaluated,
  type Keywords,
  type Walk,
} from "./walk.js";

const checkRequired: Check<JsonObject> = (walk, schema, object) =>
  each(walk, ownStrings(schema, "required"), (name) => {
    if (Object.hasOwn(object, name)) return true;
    return refuse(walk, schema, "required", () => `the property ${quote(name)} is missing`, { property: name });
  });

const checkDependentRequired: Check<JsonObject> = (walk, schema, object) =>
  each(walk, Object.keys(ownObject(schema, "dependentRequired") ?? {}), (property) => {
    if (!Object.hasOwn(object, property)) return true;
    return each(walk, ownStrings(schema["dependentRequired"], property), (name) => {
      if (Object.hasOwn(object, name)) return true;
      const message = () => `the property ${quote(name)} is missing beside ${quote(property)}`;
      return refuse(walk, schema, "dependentRequired", message, { property: name });
    });
  });

const checkNames: Check<JsonObject> = (walk, schema, object) =>
  each(walk, Object.keys(object), (name) => {
    const errors = attempt(walk, schema["propertyNames"]!, name);
    if (!errors) return true;
    const message = () => `the name of the property ${quote(name)} ${errors[0]?.message ?? "is not allowed"}`;
    return refuse(walk, schema, "propertyNames", message, { property: name });
  });

const checkProperties: Check<JsonObject> = (walk, schema, object, evaluated) => {
  const properties = ownObject(schema, "properties") ?? {};
  return each(walk, Object.keys(object), (name) => {
    if (!Object.hasOwn(properties, name)) return true;
    evaluated?.add(name);
    return checkPart(walk, name, properties[name]!, object[name]!);
  });
};

const checkPatternProperties: Check<JsonObject> = (walk, schema, object, evaluated) => {
  const properties = ownObject(schema, "patternProperties") ?? {};
  return each(walk, Object.keys(object), (name) =>
    each(walk, Object.keys(properties), (pattern) => {
      const found = match(walk, pattern, name);
      if (found === "yes" || found === "unknown") evaluated?.add(name);
      if (typeof found === "object") {
        const message = () => `the name of the property ${quote(name)} ${mustBeShorter(pattern, found)}`;
        return refuse(walk, schema, "patternProperties", message, { property: name });
      }
      return found !== "yes" || checkPart(walk, name, properties[pattern]!, object[name]!);
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

function checkOthers(
  walk: Walk,
  schema: JsonObject,
  keyword: "additionalProperties" | "unevaluatedProperties",
  object: JsonObject,
  isOther: (name: string) => boolean,
  evaluated: Evaluated | undefined,
): boolean {
  const rule: JsonValue = schema[keyword]!;
  return each(walk, Object.keys(object).filter(isOther), (name) => {
    evaluated?.add(name);
    if (rule !== false) return checkPart(walk, name, rule, object[name]!);
    const free = () => Object.keys(ownObject(schema, "properties") ?? {}).filter((known) => !Object.hasOwn(object, known));
    return refuse(walk, schema, keyword, () => `the property ${quote(name)} is not allowed`, {
      property: name,
      nearest: () => nearest(walk, name, free()),
    });
  });
}

const length = (object: JsonObject) => Object.keys(object).length;

/** What schemas say about objects. */
export const objectKeywords: Keywords<JsonObject> = [
  limit(
    "maxProperties",
    (object, most) => length(object) <= most,
    (most) => `must NOT have more than ${count(most, "property", "properties")}`,
  ),
  limit(
    "minProperties",
    (object, least) => length(object) >= least,
    (least) => `must NOT have fewer than ${count(least, "property", "properties")}`,
  ),
  { keyword: "required", check: checkRequired },
  { keyword: "dependentRequired", check: checkDependentRequired },
  { keyword: "propertyNames", check: checkNames },
  { keyword: "properties", check: checkProperties },
  { keyword: "patternProperties", check: checkPatternProperties },
  { keyword: "additionalProperties", check: checkAdditional },
];
