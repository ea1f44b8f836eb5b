import { isObject, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { explainAlternatives } from "./explain-alternatives.js";
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
