import { equal } from "../validators/checks.js";
import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import { hasType, typesOf } from "./json-type.js";
import { arrayKeywords } from "./array-keywords.js";
import { combiningKeywords } from "./combining-keywords.js";
import { numberKeywords, stringKeywords } from "./scalar-keywords.js";
import { checkUnevaluated, objectKeywords } from "./object-keywords.js";
import { goesOn, nearest, refuse, sizeOf, spend, type Evaluated, type Keywords, type Walk } from "./walk.js";
import { mustBeType, mustBeValue } from "./messages.js";

/** Holds a value against a schema of JSON Schema 2020-12, without dynamic references and `unevaluatedItems`. */
export function checkSchema(walk: Walk, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  spend(walk, 1);
  if (!isObject(schema)) return schema !== false || refuse(walk, false, "false", () => "must be left out");
  const plan = planOf(schema);
  // What is of another type needs no further explanation.
  if (plan.types && !hasType(value, plan.types)) return refuse(walk, schema, "type", () => mustBeType([schema]));
  if (plan.hasValues && !checkValue(walk, schema, value)) return false;
  if (!plan.hasUnevaluated || !isObject(value)) return checkKeywords(walk, plan, schema, value, evaluated);
  const looked: Evaluated = new Set();
  const fits = checkKeywords(walk, plan, schema, value, looked) && checkUnevaluated(walk, schema, value, looked);
  if (evaluated) for (const name of looked) evaluated.add(name);
  return fits;
}

/** What of a schema is to be checked; found out once, as most schemas have few of all keywords. */
interface Plan {
  readonly types: readonly string[] | undefined;
  /** `const` or `enum`. */
  readonly hasValues: boolean;
  readonly hasUnevaluated: boolean;
  readonly ofStrings: Keywords<string>;
  readonly ofNumbers: Keywords<number>;
  readonly ofLists: Keywords<JsonValue[]>;
  readonly ofObjects: Keywords<JsonObject>;
  readonly combining: Keywords<JsonValue>;
}

const plans = new WeakMap<JsonObject, Plan>();

function planOf(schema: JsonObject): Plan {
  let plan = plans.get(schema);
  if (plan) return plan;
  const own = <Value extends JsonValue>(keywords: Keywords<Value>) =>
    keywords.filter(({ keyword }) => schema[keyword] !== undefined);
  plan = {
    types: typesOf(schema),
    hasValues: schema["const"] !== undefined || Array.isArray(schema["enum"]),
    hasUnevaluated: schema["unevaluatedProperties"] !== undefined,
    ofStrings: own(stringKeywords),
    ofNumbers: own(numberKeywords),
    ofLists: own(arrayKeywords),
    ofObjects: own(objectKeywords),
    combining: own(combiningKeywords),
  };
  plans.set(schema, plan);
  return plan;
}

/** `const` and `enum`. */
function checkValue(walk: Walk, schema: JsonObject, value: JsonValue): boolean {
  const { const: constant, enum: values } = schema;
  const fitsConstant = constant === undefined || checkAllowed(walk, schema, "const", [constant], value);
  return fitsConstant && (!Array.isArray(values) || checkAllowed(walk, schema, "enum", values, value));
}

function checkAllowed(
  walk: Walk,
  schema: JsonObject,
  keyword: "const" | "enum",
  allowed: readonly JsonValue[],
  value: JsonValue,
): boolean {
  if (isAmong(walk, allowed, value)) return true;
  return refuse(walk, schema, keyword, () => mustBeValue(allowed), {
    nearest: () => (typeof value === "string" ? nearest(walk, value, allowed) : undefined),
  });
}

function isAmong(walk: Walk, allowed: readonly JsonValue[], value: JsonValue): boolean {
  spend(walk, allowed.length / 10);
  if (!isStructure(value)) return allowed.includes(value);
  const structures = allowed.filter(isStructure);
  if (structures.length > 0) spend(walk, structures.length * sizeOf(value));
  return structures.some((other) => equal(other, value));
}

function isStructure(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}

function checkKeywords(walk: Walk, plan: Plan, schema: JsonObject, value: JsonValue, evaluated: Evaluated | undefined): boolean {
  const ofType = checkKeywordsOfType(walk, plan, schema, value, evaluated);
  return (ofType || walk.errors !== undefined) && run(walk, plan.combining, schema, value, evaluated) && ofType;
}

function checkKeywordsOfType(
  walk: Walk,
  plan: Plan,
  schema: JsonObject,
  value: JsonValue,
  evaluated: Evaluated | undefined,
): boolean {
  if (typeof value === "string") {
    spend(walk, value.length / 100);
    return run(walk, plan.ofStrings, schema, value, evaluated);
  }
  if (typeof value === "number") return run(walk, plan.ofNumbers, schema, value, evaluated);
  if (Array.isArray(value)) return run(walk, plan.ofLists, schema, value, evaluated);
  return !isObject(value) || run(walk, plan.ofObjects, schema, value, evaluated);
}

function run<Value extends JsonValue>(
  walk: Walk,
  keywords: Keywords<Value>,
  schema: JsonObject,
  value: Value,
  evaluated: Evaluated | undefined,
): boolean {
  let fits = true;
  for (const { check } of keywords) {
    if (check(walk, schema, value, evaluated)) continue;
    fits = false;
    if (!goesOn(walk)) break;
  }
  return fits;
}
