import {
  isObject,
  type JsonObject,
  type JsonValue,
  own,
  ownObject,
  ownString,
  ownStrings,
} from "../../../document/json-value.js";
import { longestText } from "../../../json-schema/pattern/matching.js";
import { subschemasAt } from "../../../document/visitor.js";
import { noWrittenIntegers, printJson, type WrittenIntegers } from "../../../document/written-integers.js";
import { code, commaList, type Inline, separated } from "../blocks/inline.js";
import { isNothing, mergedSchema, type Schemas } from "./describe-type.js";

/** The maximum number of listed values, and the maximum length of one. */
const maxValues = 24;

const maxValue = 120;

const maxPattern = 48;

/** Returns the rules of a value besides its type, each in a few words: `1 to 64 characters`. */
export function valueRules(schema: JsonObject, integers = noWrittenIntegers): Inline[][] {
  const step = number(schema, "multipleOf");
  const rules: (readonly Inline[] | undefined)[] = [
    Object.hasOwn(schema, "const") ? ["always ", jsonCode(schema["const"]!, integers)] : undefined,
    listed(own(schema, "enum"), "one of ", integers),
    range(withLongestText(schema), "minLength", "maxLength", "character"),
    most(schema, "x-max-utf8-bytes", "byte", " in UTF-8"),
    numberRange(schema, integers),
    step === undefined ? undefined : [`a multiple of ${integers.print(step)}`],
    range(schema, "minItems", "maxItems", "item"),
    own(schema, "uniqueItems") === true ? ["no item twice"] : undefined,
    range(schema, "minProperties", "maxProperties", "field"),
    pattern(schema, "matches "),
    forbidden(own(schema, "not"), integers),
    names(own(schema, "propertyNames")),
    content(schema),
    own(schema, "readOnly") === true ? ["read-only: the service sets it"] : undefined,
    Object.hasOwn(schema, "default") ? ["default ", jsonCode(schema["default"]!, integers)] : undefined,
  ];
  return rules.filter((rule) => rule !== undefined).map((rule) => [...rule]);
}

/** Returns a value as JSON; long ones are cut. */
function jsonCode(value: JsonValue, integers = noWrittenIntegers): Inline {
  const text = printJson(value, integers);
  return code(text.length > maxValue ? `${text.slice(0, maxValue)}…` : text);
}

function listed(values: JsonValue | undefined, before: string, integers: WrittenIntegers): Inline[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const shown: Inline[] = values.slice(0, maxValues).map((value) => jsonCode(value, integers));
  if (values.length > maxValues) shown.push(`${values.length - maxValues} more`);
  return [values.length === 1 ? "always " : before, ...commaList(shown)];
}

function number(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === "number" ? value : undefined;
}

function range(schema: JsonObject, minimum: string, maximum: string, noun: string): Inline[] | undefined {
  const [least, top] = [number(schema, minimum), number(schema, maximum)];
  if (top === undefined) return least === undefined || least === 0 ? undefined : [`at least ${count(least, noun)}`];
  if (least === top) return [`exactly ${count(top, noun)}`];
  return [least === undefined || least === 0 ? `at most ${count(top, noun)}` : `${least} to ${count(top, noun)}`];
}

function most(schema: JsonObject, keyword: string, noun: string, behind: string): Inline[] | undefined {
  const limit = number(schema, keyword);
  return limit === undefined ? undefined : [`at most ${count(limit, noun)}${behind}`];
}

function numberRange(schema: JsonObject, integers: WrittenIntegers): Inline[] | undefined {
  const bound = (keyword: string) => {
    const value = number(schema, keyword);
    return value === undefined ? undefined : integers.print(value);
  };
  const [least, top] = [bound("minimum"), bound("maximum")];
  const [above, below] = [bound("exclusiveMinimum"), bound("exclusiveMaximum")];
  if (least !== undefined && top !== undefined) return [least === top ? `exactly ${top}` : `${least} to ${top}`];
  const bounds = [
    least === undefined ? undefined : `at least ${least}`,
    above === undefined ? undefined : `more than ${above}`,
    top === undefined ? undefined : `at most ${top}`,
    below === undefined ? undefined : `less than ${below}`,
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? undefined : [bounds.join(", ")];
}

/** Returns the schema with the maximum length of texts that its pattern is matched against as `maxLength`. */
function withLongestText(schema: JsonObject): JsonObject {
  const expression = ownString(schema, "pattern");
  const longest = expression === undefined ? undefined : longestText(expression);
  return longest === undefined ? schema : { ...schema, maxLength: Math.min(longest, number(schema, "maxLength") ?? longest) };
}

function pattern(schema: JsonObject, before: string): Inline[] | undefined {
  const expression = ownString(schema, "pattern");
  if (expression === undefined) return undefined;
  const isLong = expression.length > maxPattern;
  return [before, isLong ? { kind: "folded", summary: "a pattern", text: expression } : code(expression)];
}

/** Returns what `not` forbids: values or patterns; `fieldRules` describes other schemas. */
function forbidden(schema: JsonValue | undefined, integers: WrittenIntegers): Inline[] | undefined {
  if (!isObject(schema)) return undefined;
  const alternatives = own(schema, "anyOf");
  const parts = Array.isArray(alternatives) ? alternatives.filter(isObject) : [schema];
  const told = parts.flatMap((part) => {
    const rule =
      listed(own(part, "enum") ?? (Object.hasOwn(part, "const") ? [part["const"]!] : undefined), "", integers) ?? undefined;
    const values = rule === undefined ? undefined : ["not ", ...rule.slice(1)];
    return [values, pattern(part, "doesn't match ")].filter((found) => found !== undefined);
  });
  return told.length === 0 ? undefined : separated(told, ", ");
}

function names(schema: JsonValue | undefined): Inline[] | undefined {
  if (!isObject(schema)) return undefined;
  const rules = valueRules(schema);
  return rules.length === 0 ? undefined : ["names: ", ...separated(rules, ", ")];
}

function content(schema: JsonObject): Inline[] | undefined {
  const type = ownString(schema, "contentMediaType");
  return type === undefined ? undefined : ["holds ", code(type)];
}

/** `1 item`, `2 items`. */
function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Returns the rules about the relations of an object's fields, one sentence each: `from needs to.` */
export function fieldRules(schema: JsonObject, prefix: string, schemas: Schemas, integers = noWrittenIntegers): Inline[][] {
  const name = (field: string) => code(`${prefix}${field}`);
  return [
    ...Object.keys(ownObject(schema, "dependentRequired") ?? {}).map((field) => [
      name(field),
      " needs ",
      ...commaList(ownStrings(schema["dependentRequired"], field).map(name), " and "),
      ".",
    ]),
    ...Object.entries(ownObject(schema, "dependentSchemas") ?? {}).map(([field, rule]) => dependent(name(field), rule)),
    ...conditional(),
    ...requiredAlternatives("oneOf", "Exactly one of "),
    ...requiredAlternatives("anyOf", "At least one of "),
    ...excluded(own(schema, "not")),
  ];

  function dependent(field: Inline, rule: JsonValue): Inline[] {
    const merged = mergedSchema(rule, schemas).schema;
    const properties = ownObject(merged, "properties") ?? {};
    const names = Object.keys(properties);
    const forbidsAll = names.length > 0 && names.every((other) => isNothing(properties[other]));
    if (forbidsAll && Object.keys(remaining(merged, ["properties"])).length === 0)
      return [field, " excludes ", ...commaList(names.map(name), " and "), "."];
    return ["With ", field, ": ", ...consequence(merged), "."];
  }

  function conditional(): Inline[][] {
    const condition = own(schema, "if");
    if (condition === undefined) return [];
    const when = separated(conditions(mergedSchema(condition, schemas).schema), " and ");
    const [then, otherwise] = (["then", "else"] as const).map((keyword) => own(schema, keyword));
    const sentence: Inline[] = ["If ", ...when, ": ", ...(then === undefined ? ["nothing more"] : consequence(then))];
    return [[...sentence, ...(otherwise === undefined ? [] : ["; otherwise: ", ...consequence(otherwise)]), "."]];
  }

  /** Returns what must be valid, by field. */
  function consequence(value: JsonValue): Inline[] {
    const { schema: rule } = mergedSchema(value, schemas);
    const required = ownStrings(rule, "required").map((field): Inline[] => [name(field), " is required"]);
    const rest = remaining(rule, ["properties", "required"]);
    const others: Inline[][] = Object.keys(rest).length === 0 ? [] : [[jsonCode(rest, integers)]];
    return separated([...required, ...aboutFields(rule), ...others], ", ");
  }

  /** Returns the conditions, by field. */
  function conditions(rule: JsonObject): Inline[][] {
    const properties = ownObject(rule, "properties") ?? {};
    const given = ownStrings(rule, "required").filter((field) => !Object.hasOwn(properties, field));
    return [...given.map((field): Inline[] => [name(field), " is given"]), ...aboutFields(rule)];
  }

  function aboutFields(rule: JsonObject): Inline[][] {
    return Object.entries(ownObject(rule, "properties") ?? {}).flatMap(([field, value]): Inline[][] => {
      if (isNothing(value)) return [[name(field), " is not allowed"]];
      const { schema: inner } = mergedSchema(value, schemas);
      if (Object.hasOwn(inner, "const")) return [[name(field), " is ", jsonCode(inner["const"]!, integers)]];
      const rules = valueRules(inner, integers);
      if (rules.length > 0) return [[name(field), ": ", ...separated(rules, ", ")]];
      const rest = remaining(inner, []);
      return Object.keys(rest).length === 0 ? [] : [[name(field), ": ", jsonCode(rest, integers)]];
    });
  }

  function requiredAlternatives(keyword: "oneOf" | "anyOf", words: string): Inline[][] {
    const parts = subschemasAt(schema, keyword);
    if (parts.length === 0 || !parts.every(isOnlyRequired)) return [];
    const groups = parts.map((part) => commaList(ownStrings(part, "required").map(name), " and "));
    return [[words, ...separated(groups, ", "), "."]];
  }

  function excluded(not: JsonValue | undefined): Inline[][] {
    if (not === undefined || !isOnlyRequired(not)) return [];
    const names = ownStrings(not, "required").map(name);
    return [names.length === 1 ? [...names, " is not allowed."] : ["Not together: ", ...commaList(names), "."]];
  }
}

/** Keywords that don't affect validity. */
const annotations = new Set(["title", "description", "$comment", "examples", "example", "default", "deprecated"]);

/** Returns the requirements of an object schema, except for keywords that were described already. */
function remaining(schema: JsonObject, told: readonly string[]): JsonObject {
  const entries = Object.entries(schema).filter(([keyword, value]) => {
    const isPlain = annotations.has(keyword) || value === true || (keyword === "type" && value === "object");
    return !isPlain && !told.includes(keyword);
  });
  return Object.fromEntries(entries);
}

/** Returns whether a schema only requires fields. */
export function isOnlyRequired(value: JsonValue): boolean {
  return isObject(value) && Array.isArray(own(value, "required")) && Object.keys(value).every(isAboutPresence);
}

function isAboutPresence(keyword: string): boolean {
  return ["required", "type", "title", "description"].includes(keyword);
}
