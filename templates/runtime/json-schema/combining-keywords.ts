import { isObject, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { escapeSegment } from "../json-pointer.js";
import { allowedValues, mustBeType, mustBeValue } from "./messages.js";
import {
  accepts,
  attempt,
  each,
  refuse,
  type Check,
  type Evaluated,
  type InstanceError,
  type Keywords,
  type Walk,
} from "./walk.js";

const checkReference: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const target = walk.follow(schema);
  return target === undefined || walk.check(target, value, evaluated);
};

const checkAll: Check<JsonValue> = (walk, schema, value, evaluated) =>
  each(walk, listOf(schema, "allOf"), (branch) => walk.check(branch, value, evaluated));

const checkAny: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const { fitting, failures } = tryEach(walk, listOf(schema, "anyOf"), value, evaluated, evaluated ? Infinity : 1);
  return fitting > 0 || failures.length === 0 || explain(walk, failures);
};

const checkOne: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const { fitting, failures } = tryEach(walk, listOf(schema, "oneOf"), value, evaluated, 2);
  if (fitting > 1) return refuse(walk, schema, "oneOf", () => "must fit exactly one of the alternatives, but fits several");
  return fitting === 1 || failures.length === 0 || explain(walk, failures);
};

/** Tries alternatives until so many fit. */
function tryEach(walk: Walk, branches: readonly JsonValue[], value: JsonValue, evaluated: Evaluated | undefined, enough: number) {
  const failures: InstanceError[][] = [];
  let fitting = 0;
  for (const branch of branches) {
    const errors = attempt(walk, branch, value, evaluated);
    if (errors) failures.push(errors);
    else if (++fitting === enough) break;
  }
  return { fitting, failures };
}

function explain(walk: Walk, failures: readonly InstanceError[][]): false {
  walk.errors?.push(...explainAlternatives(failures, walk.pointer));
  return false;
}

const checkNot: Check<JsonValue> = (walk, schema, value) =>
  !accepts(walk, schema["not"]!, value) || refuse(walk, schema, "not", () => 'must NOT fit the schema of "not"');

const checkIf: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const then = schema[accepts(walk, schema["if"]!, value, evaluated) ? "then" : "else"];
  return then === undefined || walk.check(then, value, evaluated);
};

const checkDependent: Check<JsonValue> = (walk, schema, value, evaluated) => {
  const schemas = ownObject(schema, "dependentSchemas");
  if (!schemas || !isObject(value)) return true;
  return each(walk, Object.keys(schemas), (name) => !Object.hasOwn(value, name) || walk.check(schemas[name]!, value, evaluated));
};

function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

/** The keywords that hold a value against further schemas. */
export const combiningKeywords: Keywords<JsonValue> = [
  { keyword: "$ref", check: checkReference },
  { keyword: "allOf", check: checkAll },
  { keyword: "anyOf", check: checkAny },
  { keyword: "oneOf", check: checkOne },
  { keyword: "not", check: checkNot },
  { keyword: "if", check: checkIf },
  { keyword: "dependentSchemas", check: checkDependent },
];

/**
 * Why a value fits none of several schemas: what all of them refuse, such as an unknown value of the property that tells
 * them apart; else the errors of the one that comes nearest.
 */
function explainAlternatives(failures: readonly (readonly InstanceError[])[], pointer: string): readonly InstanceError[] {
  const [first = [], ...others] = failures;
  for (const error of first) {
    const same = others.map((errors) =>
      errors.find((other) => other.pointer === error.pointer && family(other) === family(error)),
    );
    if (family(error) && same.every((other) => other !== undefined)) return [merge([error, ...same])];
  }
  const isForOthers = (errors: Errors) => isMeantForOthers(errors, failures, pointer);
  return failures.reduce((best, errors) => (isNearer(errors, best, isForOthers) ? errors : best), first);
}

type Errors = readonly InstanceError[];

function family({ keyword }: InstanceError): "type" | "value" | undefined {
  if (keyword === "type") return "type";
  return keyword === "const" || keyword === "enum" ? "value" : undefined;
}

function merge(errors: readonly [InstanceError, ...InstanceError[]]): InstanceError {
  const [error] = errors;
  const schemas = errors.map(({ schema }) => schema).filter((schema): schema is JsonObject => schema !== false);
  return { ...error, message: family(error) === "type" ? mustBeType(schemas) : mustBeValue(schemas.flatMap(allowedValues)) };
}

/** Whether a schema is likelier to be the one that was meant: it is for such values, and was followed further. */
function isNearer(a: Errors, b: Errors, isForOthers: (errors: Errors) => boolean): boolean {
  const order = [Number(isForOthers(a)) - Number(isForOthers(b)), depth(b) - depth(a), a.length - b.length];
  return (order.find((difference) => difference !== 0) ?? 0) < 0;
}

/** Whether a schema is about other values: of another type, or with another value in the property that tells them apart. */
function isMeantForOthers(errors: Errors, failures: readonly Errors[], pointer: string): boolean {
  return errors.some((error) => {
    const below = error.pointer.slice(pointer.length);
    if (below === "") return family(error) !== undefined || error.keyword === "false";
    if (family(error) !== "value" || below.lastIndexOf("/") !== 0) return false;
    // A value that no schema wants there tells nothing apart.
    return failures.some((others) => !others.some((other) => isAbout(other, error.pointer, pointer)));
  });
}

function isAbout(error: InstanceError, property: string, pointer: string): boolean {
  const isAboutName = error.pointer === pointer && error.property !== undefined;
  const place = isAboutName ? `${pointer}/${escapeSegment(error.property!)}` : error.pointer;
  return place === property || place.startsWith(`${property}/`);
}

function depth(errors: Errors): number {
  return Math.max(0, ...errors.map(({ pointer }) => pointer.split("/").length));
}
