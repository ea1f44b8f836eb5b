import { equal } from "../validators/guard.js";
import { type JsonObject, type JsonValue, hasType, isObject, typesOf } from "../json.js";
import { type Limit, combiningKeywords, findLimits, limitKeywords } from "./alternatives.js";
import { arrayKeywords, checkFormat, numberKeywords, objectKeywords, stringKeywords } from "./keywords.js";
import { continues, listsAll, reject, sizeOf, spend, type Check, type Evaluated, type Walk } from "./walk.js";

/** Validates a value against a schema of JSON Schema 2020-12, without dynamic references. */
export function checkSchema(walk: Walk, schema: JsonValue, value: JsonValue, evaluated?: Evaluated): boolean {
  spend(walk, 1);
  if (!isObject(schema)) return schema !== false || reject(walk, false, "false schema", {}, value);
  const kind = kindOf(value);
  if (kind === "string") spend(walk, (value as string).length / 100);
  const { steps, limits, hasUnevaluated } = planOf(walk, schema);
  if (limits.length > 0 && !checkLimits(walk, limits, kind, value)) return false;
  const seen: Evaluated | undefined = hasUnevaluated ? new Set() : evaluated;
  let isValid = true;
  for (const { of, check, role } of steps) {
    if ((of !== undefined && of !== kind) || (role === "needs the rest" && !isValid)) continue;
    if (check(walk, schema, value, seen)) continue;
    isValid = false;
    if (role === "explains all" || !continues(walk)) break;
  }
  if (evaluated && seen !== evaluated) for (const name of seen ?? []) evaluated.add(name);
  return isValid;
}

/** The types whose values have keywords of their own. */
export type Kind = "number" | "string" | "array" | "object";

/** The type of a value by which keywords apply to it. */
export function kindOf(value: JsonValue): Kind | undefined {
  if (typeof value === "string") return "string";
  // JSON has no infinity: `1e400` is of no type, so its limits don't apply.
  if (typeof value === "number") return Number.isFinite(value) ? "number" : undefined;
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : undefined;
}

/** The check of a keyword, for values of one type. */
interface Step {
  readonly keyword: string;
  readonly of: Kind | undefined;
  readonly check: Check<JsonValue>;
  /** `explains all`: a rejection needs no further explanation. `needs the rest`: skipped unless all others are valid. */
  readonly role?: "explains all" | "needs the rest" | undefined;
}

/** The checks of a schema; computed once, since most schemas use few keywords. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Checked before anything else. */
  readonly limits: readonly Limit[];
  readonly hasUnevaluated: boolean;
}

const checkType: Check<JsonValue> = (walk, schema, value) => {
  const types = typesOf(schema);
  return !types || hasType(value, types) || reject(walk, schema, "type", { type: schema["type"] }, value);
};

const checkConstant: Check<JsonValue> = (walk, schema, value) =>
  isAmong(walk, [schema["const"]!], value) || reject(walk, schema, "const", { allowedValue: schema["const"] }, value);

const checkValues: Check<JsonValue> = (walk, schema, value) => {
  const values = schema["enum"];
  return !Array.isArray(values) || isAmong(walk, values, value) || reject(walk, schema, "enum", { allowedValues: values }, value);
};

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

const checks: Readonly<Record<string, Check<never>>> = {
  type: checkType,
  const: checkConstant,
  enum: checkValues,
  format: checkFormat,
  ...numberKeywords,
  ...stringKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...combiningKeywords,
};

/** The keywords for values of a type, in the order of their checks; those without a type apply to all. */
type Order = readonly (readonly [of: Kind | undefined, keywords: string])[];

const roles: Readonly<Record<string, Step["role"]>> = {
  type: "explains all",
  const: "explains all",
  enum: "explains all",
  unevaluatedItems: "needs the rest",
  unevaluatedProperties: "needs the rest",
};

/** Quick checks and those that rule out the rest come first. All schemas share these steps. */
const forPeople = toSteps([
  [undefined, "type const enum"],
  ["number", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format"],
  ["string", "x-max-utf8-bytes maxLength minLength format pattern"],
  ["array", "maxItems minItems uniqueItems prefixItems items contains"],
  ["object", "maxProperties minProperties required dependentRequired propertyNames properties patternProperties"],
  ["object", "additionalProperties"],
  [undefined, "$ref allOf anyOf oneOf not if"],
  ["array", "unevaluatedItems"],
  ["object", "dependentSchemas unevaluatedProperties"],
]);

/** The order of Ajv. The type comes first, or last among the keywords of that type. */
const asAjv: Order = [
  [undefined, "$ref const enum not anyOf oneOf allOf if"],
  ["number", "maximum minimum exclusiveMaximum exclusiveMinimum multipleOf format"],
  ["string", "x-max-utf8-bytes maxLength minLength pattern format"],
  ["array", "maxItems minItems prefixItems items contains uniqueItems"],
  ["object", "maxProperties minProperties required propertyNames additionalProperties properties patternProperties"],
  ["object", "dependentRequired dependentSchemas unevaluatedProperties"],
  ["array", "unevaluatedItems"],
];

const plans = { forPeople: new WeakMap<JsonObject, Plan>(), asAjv: new WeakMap<JsonObject, Plan>() };

/** The checks of a schema, in the order that a walk needs. */
export function planOf(walk: Walk, schema: JsonObject): Plan {
  const known = listsAll(walk) ? plans.asAjv : plans.forPeople;
  let plan = known.get(schema);
  if (!plan) known.set(schema, (plan = listsAll(walk) ? planAsAjv(walk, schema) : planForPeople(schema)));
  return plan;
}

function toSteps(order: Order) {
  const step = (of: Kind | undefined, keyword: string) => ({ keyword, of, check: checkOf(keyword), role: roles[keyword] });
  return order.flatMap(([of, keywords]) => keywords.split(" ").map((keyword) => step(of, keyword)));
}

function planForPeople(schema: JsonObject): Plan {
  const steps = forPeople.filter(({ keyword }) => schema[keyword] !== undefined);
  return { steps, limits: [], hasUnevaluated: asksForRest(schema) };
}

function planAsAjv(walk: Walk, schema: JsonObject): Plan {
  const types = typesOf(schema);
  const [type] = types?.length === 1 ? types : [];
  const steps: Step[] = [];
  let isTypeChecked = types === undefined;
  for (const [of, keywords] of asAjv) {
    const own = present(schema, keywords).map((keyword) => ({ keyword, of, check: checkOf(keyword) }));
    steps.push(...own);
    if (isTypeChecked || of === undefined || type !== of || own.length === 0) continue;
    // Values of other types skip the keywords before it.
    steps.push({ keyword: "type", of: undefined, check: checkType });
    isTypeChecked = true;
  }
  if (!isTypeChecked) steps.unshift({ keyword: "type", of: undefined, check: checkType });
  const rest = Object.keys(schema).filter(
    (keyword) => Object.hasOwn(checks, keyword) && ![...limitKeywords, "type"].includes(keyword),
  );
  const hasOwnLimit = limitKeywords.some((keyword) => schema[keyword] !== undefined);
  const isStaged = rest.length > 1 || (rest.length === 1 && (rest[0] !== "$ref" || hasOwnLimit));
  const limits = isStaged ? findLimits(schema, (reference) => walk.follow(reference as JsonObject)) : [];
  return { steps, limits, hasUnevaluated: asksForRest(schema) };
}

/** Whether a schema has a keyword about what its other keywords leave out. */
export function asksForRest(schema: JsonObject): boolean {
  return schema["unevaluatedProperties"] !== undefined || schema["unevaluatedItems"] !== undefined;
}

function present(schema: JsonObject, keywords: string): string[] {
  return keywords.split(" ").filter((keyword) => schema[keyword] !== undefined);
}

/** The check of a keyword. */
export function checkOf(keyword: string): Check<JsonValue> {
  return checks[keyword] as Check<JsonValue>;
}

/** The type to which each limit applies. */
const limited: Readonly<Record<string, Kind>> = { maxItems: "array", maxProperties: "object" };

/** The type to which a limit applies. */
export function limitedKind({ keyword }: Limit): Kind {
  return limited[keyword] ?? "string";
}

/** Checks limits on size before anything else, so that no pattern or item of a value that is too large is checked. */
function checkLimits(walk: Walk, limits: readonly Limit[], kind: Kind | undefined, value: JsonValue): boolean {
  const { schemaPath } = walk;
  let isValid = true;
  for (const limit of limits) {
    if (limitedKind(limit) !== kind) continue;
    const { keyword, value: max, path } = limit;
    walk.schemaPath = path.startsWith("#") ? path : schemaPath + path;
    if (!checkOf(keyword)(walk, { [keyword]: max }, value)) isValid = false;
    if (!isValid && !walk.errors) break;
  }
  walk.schemaPath = schemaPath;
  return isValid;
}
