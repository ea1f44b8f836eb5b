import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { noWrittenIntegers, printJson, type WrittenIntegers } from "../../../document/written-integers.js";
import { code, commaList, separated, type Inline } from "../content/inline.js";

/** Most values that are listed, and the longest text of one. */
const mostValues = 24;
const longestValue = 120;
const longestPattern = 48;

/** What a value must keep to besides its type, each rule in a few words: `1 to 64 characters`. */
export function valueRules(schema: JsonObject, integers = noWrittenIntegers): Inline[][] {
  const step = number(schema, "multipleOf");
  const rules: (readonly Inline[] | undefined)[] = [
    Object.hasOwn(schema, "const") ? ["always ", jsonCode(schema["const"]!, integers)] : undefined,
    listed(own(schema, "enum"), "one of ", integers),
    range(schema, "minLength", "maxLength", "character"),
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

/** A value as JSON, cut where it is long. */
export function jsonCode(value: JsonValue, integers = noWrittenIntegers): Inline {
  const text = printJson(value, integers);
  return code(text.length > longestValue ? `${text.slice(0, longestValue)}…` : text);
}

function listed(values: JsonValue | undefined, before: string, integers: WrittenIntegers): Inline[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const shown: Inline[] = values.slice(0, mostValues).map((value) => jsonCode(value, integers));
  if (values.length > mostValues) shown.push(`${values.length - mostValues} more`);
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

function pattern(schema: JsonObject, before: string): Inline[] | undefined {
  const expression = ownString(schema, "pattern");
  if (expression === undefined) return undefined;
  const isLong = expression.length > longestPattern;
  return [before, isLong ? { kind: "folded", summary: "a pattern", text: expression } : code(expression)];
}

/** What `not` forbids: values or patterns; other schemas are told by `fieldRules`. */
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
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
