import { equal } from "../../../../templates/runtime/validators/guard.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { longestText } from "../../../json-schema/pattern/matching.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { subschemasAt } from "../../../document/visitor.js";
import { noWrittenIntegers, printJson, type WrittenIntegers } from "../../../document/written-integers.js";
import { code, commaList, type Inline, plainText, separated } from "../blocks/inline.js";
import {
  alternativesOfType,
  describeType,
  isNothing,
  mergedSchema,
  nullableSchema,
  type Schemas,
  schemasTogether,
  typesOf,
  valuesOf,
} from "./describe-type.js";
import { isTrivial, narrowing } from "./narrowing.js";
import { titlesOf } from "./titles.js";

/** What rules are described with. */
export interface DescribeContext {
  readonly schemas: Schemas;
  readonly integers: WrittenIntegers;
  /** The number of schemas around; those too deep are printed as JSON. */
  readonly depth?: number;
}

/** What is described elsewhere, not by the rules of a value. */
export interface DescribedElsewhere {
  /** Whether the fields of an object and their relations are listed. */
  readonly fields?: boolean;
  /** Whether its alternatives are. */
  readonly choices?: boolean;
  /** Whether the items at the first positions of a list are. */
  readonly positions?: boolean;
  /** What is described of the other items. */
  readonly items?: DescribedElsewhere | "all" | undefined;
}

/** The maximum number of listed values, and the maximum length of one. */
const maxValues = 24;

const maxValue = 120;

const maxPattern = 48;

/** The maximum nesting of schemas that are described in words. */
const maxDepth = 3;

const noContext: DescribeContext = { schemas: new Map(), integers: noWrittenIntegers };

/**
 * Returns the rules of the values of a schema besides its type, each in a few words: `1 to 64 characters`. No keyword that
 * narrows a value is left out: those without words are printed as JSON.
 */
export function rulesOf(value: JsonValue | undefined, context = noContext, elsewhere: DescribedElsewhere = {}): Inline[][] {
  const shown = describeType(value, context.schemas);
  const nullable = nullableSchema(value, context.schemas);
  const parts = nullable ? [nullable.schema, nullable.beside] : [value];
  const together = parts.flatMap((part) => schemasTogether(part, context.schemas)).map(({ schema }) => schema);
  const lists = together.map(valuesOf).filter((values) => values.length > 0);
  const rules = together
    .map((schema) => withoutLongerList(schema, lists))
    .flatMap((schema) => [
      ...furtherType(schema, nullable ? [shown, describeType(nullable.schema, context.schemas)] : [shown], context),
      ...valueRules(schema, context, elsewhere),
      ...structureRules(schema, context, elsewhere),
    ]);
  const texts = rules.map(plainText);
  return rules.filter((_, index) => texts.indexOf(texts[index]!) === index);
}

/** Returns a schema without its list of values, if another schema lists only some of them. */
function withoutLongerList(schema: JsonObject, lists: readonly (readonly JsonValue[])[]): JsonObject {
  const { enum: values, ...rest } = schema;
  if (!Array.isArray(values)) return schema;
  const isListed = (one: JsonValue) => values.some((value) => equal(value, one));
  return lists.some((list) => list.length < values.length && list.every(isListed)) ? rest : schema;
}

/** Returns the type of one of several schemas together, if it isn't among the types that are shown for all. */
function furtherType(schema: JsonObject, shown: readonly string[], { schemas }: DescribeContext): Inline[][] {
  const type = describeType({ ...schema, allOf: [] }, schemas);
  // `string (uuid)` is a string.
  const isShown = shown.some((name) => name === type || (name.startsWith(`${type} (`) && !name.includes(" or ")));
  return type === "anything" || isShown ? [] : [["also ", type]];
}

/** Describes a schema within a sentence: its type and all its rules. */
export function phrase(value: JsonValue | undefined, context: DescribeContext): Inline[] {
  const depth = (context.depth ?? 0) + 1;
  if (depth > maxDepth) return [jsonCode(value ?? true, context.integers)];
  const type = describeType(value, context.schemas);
  const rules = rulesOf(value, { ...context, depth });
  const values = schemasTogether(value, context.schemas).some(({ schema }) => valuesOf(schema).length > 0);
  // Listed values show their types, unless another schema allows only some of them.
  const isImplied = rules.length > 0 && (type === "anything" || (values && !rules.some(([first]) => first === "also ")));
  const parts = [...(isImplied ? [] : [[type]]), ...rules];
  return separated(parts.length === 1 ? parts : parts.map(grouped), ", ");
}

/** Puts words in parentheses if they would be read with those behind them: unless all their commas are between values. */
export function grouped(words: readonly Inline[]): readonly Inline[] {
  // A rule as JSON is no value.
  const isValue = (piece: Inline) => !plainText([piece]).startsWith("{");
  let text = words.map((piece) => (typeof piece === "string" ? piece : isValue(piece) ? "`" : "{}")).join("");
  for (let before = ""; before !== text;) [before, text] = [text, text.replace(/\([^()]*\)/g, "")];
  return /; |, (?!`)/.test(text) ? ["(", ...words, ")"] : words;
}

/** Returns the rules of keywords that apply to a value as a whole. */
export function valueRules(schema: JsonObject, context = noContext, elsewhere: DescribedElsewhere = {}): Inline[][] {
  const { integers } = context;
  const step = number(schema, "multipleOf");
  const rules: (readonly Inline[] | undefined)[] = [
    Object.hasOwn(schema, "const") ? ["always ", jsonCode(schema["const"]!, integers)] : undefined,
    listed(own(schema, "enum"), "one of ", integers),
    format(schema),
    range(withLongestText(schema), "minLength", "maxLength", "character"),
    most(schema, "x-max-utf8-bytes", "byte", " in UTF-8"),
    numberRange(schema, integers),
    step === undefined ? undefined : [`a multiple of ${integers.print(step)}`],
    range(schema, "minItems", "maxItems", "item"),
    own(schema, "uniqueItems") === true ? ["no item twice"] : undefined,
    contained(schema, context),
    range(schema, "minProperties", "maxProperties", "field"),
    pattern(schema, "matches "),
    ...excluded(own(schema, "not"), context, elsewhere),
    names(own(schema, "propertyNames"), context),
    content(schema, context),
    own(schema, "readOnly") === true ? ["read-only: the API sets it"] : undefined,
    schemasIn(context.schemas).of(schema).hasValidDefault ? ["default ", jsonCode(schema["default"]!, integers)] : undefined,
  ];
  return rules.filter((rule) => rule !== undefined).map((rule) => [...rule]);
}

/** Returns the rules of items, alternatives and fields, except for what is described elsewhere. */
function structureRules(schema: JsonObject, context: DescribeContext, elsewhere: DescribedElsewhere): Inline[][] {
  return [
    ...itemRules(schema, context, elsewhere),
    ...(elsewhere.choices ? [] : (["oneOf", "anyOf"] as const)).flatMap((keyword) =>
      alternatives(schema, keyword, context, elsewhere),
    ),
    ...rest(schema, context, elsewhere),
  ];
}

/** Returns the rules of the items of a list, other than the types that its own type names. */
function itemRules(schema: JsonObject, context: DescribeContext, elsewhere: DescribedElsewhere): Inline[][] {
  const depth = (context.depth ?? 0) + 1;
  const about = (item: JsonValue, subject: string, told: DescribedElsewhere = {}): Inline[][] => {
    if (isTrivial(item)) return [];
    if (depth > maxDepth || !typesOf(schema).includes("array")) return [[subject, ...grouped(phrase(item, context))]];
    return rulesOf(item, { ...context, depth }, told).map((rule) => [subject, ...rule]);
  };
  const first = subschemasAt(schema, "prefixItems");
  const items = elsewhere.items === "all" ? undefined : own(schema, "items");
  const ofItems = elsewhere.items === "all" ? {} : elsewhere.items;
  const others = own(schema, "unevaluatedItems");
  return [
    ...(elsewhere.positions ? [] : first.flatMap((item, index) => about(item, `item ${index + 1}: `))),
    ...(items === undefined || isNothing(items) ? [] : about(items, first.length > 0 ? "each further " : "each ", ofItems)),
    ...(others === undefined
      ? []
      : isNothing(others)
        ? [["no other items"]]
        : [["each other ", ...grouped(phrase(others, context))]]),
  ];
}

/** Returns whether a described type is that of an object, or of any value. */
export function isObjectType(type: string): boolean {
  return type === "object" || type === "anything";
}

/** Returns whether the fields of an alternative are described: it is an object, or has rules of fields without a type. */
export function hasShape(branch: JsonValue, schemas: Schemas): boolean {
  const type = describeType(branch, schemas);
  if (type !== "anything") return type === "object";
  return schemasTogether(branch, schemas).some(({ schema }) =>
    Object.keys(narrowing(schema)).some((keyword) => structural.has(keyword)),
  );
}

/** Returns what the alternatives of a schema are, unless its type names all that there is to say. */
function alternatives(
  schema: JsonObject,
  keyword: "oneOf" | "anyOf",
  context: DescribeContext,
  elsewhere: DescribedElsewhere,
): Inline[][] {
  const { schemas, integers } = context;
  const branches = subschemasAt(schema, keyword).filter((branch) => describeType(branch, schemas) !== "null");
  if (branches.length === 0 || (elsewhere.fields && branches.every(isOnlyRequired))) return [];
  if (branches.length === 1 && alternativesOfType(schema) === keyword) return rulesOf(branches[0], context, elsewhere);
  const named = branches.map((branch) => namedValue(branch, context));
  if (named.every((value) => value !== undefined)) return [["one of ", ...separated(named, ", ")]];
  const types = branches.map((branch) => describeType(branch, schemas));
  const isTypeOnly = (branch: JsonValue) => rulesOf(branch, { schemas, integers, depth: maxDepth }).length === 0;
  const areDisjoint =
    new Set(types.map(familyOf)).size === types.length && !types.some((type) => type === "anything" || type.includes(" or "));
  const isShown = alternativesOfType(schema) === keyword && (keyword === "anyOf" || areDisjoint);
  if (isShown && branches.every(isTypeOnly) && !types.some(isObjectType)) return [];
  const titles = elsewhere.fields ? titlesOf(branches, schemas) : [];
  const isOneType = new Set(types).size === 1;
  const told = branches.map((branch, index): Inline[] => {
    const rules = isOneType && !isObjectType(types[0]!) ? rulesOf(branch, { ...context, depth: (context.depth ?? 0) + 1 }) : [];
    if (rules.length > 0) return separated(rules.map(grouped), ", ");
    if (!elsewhere.fields || !hasShape(branch, schemas)) return phrase(branch, context);
    return separated([[titles[index]!], ...rulesOf(branch, context, elsewhere).map(grouped)], ", ");
  });
  const before =
    branches.length === 1 ? "" : areDisjoint ? "one of: " : keyword === "oneOf" ? "exactly one of: " : "at least one of: ";
  return [
    [
      before,
      ...separated(
        told.map((words) => (plainText(words).includes("; ") ? grouped(words) : words)),
        "; ",
      ),
    ],
  ];
}

/** Returns the kind of a type, of which no value has two: `number` for `integer (int32)`. */
function familyOf(type: string): string {
  const [first = ""] = type.split(" ");
  return first === "integer" ? "number" : first;
}

/** Returns an alternative of one value with its texts: `"lo" (Low: cheap and slow)`. */
function namedValue(branch: JsonValue, { schemas, integers }: DescribeContext): Inline[] | undefined {
  const { schema } = mergedSchema(branch, schemas);
  const [value, ...others] = valuesOf(schema);
  const isOnlyValue = Object.keys(narrowing(schema)).every((keyword) => ["const", "enum", "type"].includes(keyword));
  if (value === undefined || others.length > 0 || !isOnlyValue) return undefined;
  const texts = ["title", "description"].map((keyword) => ownString(schema, keyword)).filter((text) => text !== undefined);
  return [jsonCode(value, integers), ...(texts.length === 0 ? [] : [` (${texts.join(": ")})`])];
}

/** Returns what a schema requires of fields and items in ways that no other words are for, as JSON. */
function rest(schema: JsonObject, { integers }: DescribeContext, { fields }: DescribedElsewhere): Inline[][] {
  if (fields) return [];
  const isEmpty =
    isNothing(own(schema, "additionalProperties")) &&
    !["properties", "patternProperties"].some((keyword) => ownObject(schema, keyword));
  const left = Object.entries(narrowing(schema)).filter(
    ([keyword]) => structural.has(keyword) && !(isEmpty && keyword === "additionalProperties"),
  );
  return [...(isEmpty ? [["no fields"]] : []), ...(left.length === 0 ? [] : [[jsonCode(Object.fromEntries(left), integers)]])];
}

/** The keywords about fields and conditions. */
const structural: ReadonlySet<string> = new Set([
  "additionalProperties",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "if",
  "patternProperties",
  "properties",
  "required",
  "then",
  "unevaluatedProperties",
]);

/** Returns a value as JSON; long ones are cut. */
export function jsonCode(value: JsonValue, integers = noWrittenIntegers): Inline {
  const text = printJson(value, integers);
  return code(text.length > maxValue ? `${text.slice(0, maxValue)}…` : text);
}

function listed(
  values: JsonValue | readonly JsonValue[] | undefined,
  before: string,
  integers: WrittenIntegers,
): Inline[] | undefined {
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
  const isClosed = above === undefined && below === undefined;
  if (isClosed && least !== undefined && top !== undefined) return [least === top ? `exactly ${top}` : `${least} to ${top}`];
  const bounds = [
    least === undefined ? undefined : `at least ${least}`,
    above === undefined ? undefined : `more than ${above}`,
    top === undefined ? undefined : `at most ${top}`,
    below === undefined ? undefined : `less than ${below}`,
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? undefined : [bounds.join(" and ")];
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

/** Returns a format that the type doesn't show, because the schema has none. */
function format(schema: JsonObject): Inline[] | undefined {
  const name = ownString(schema, "format");
  return name === undefined || typesOf(schema).some((type) => type !== "null") ? undefined : ["format ", name];
}

/** Returns how many items of a list match `contains`. */
function contained(schema: JsonObject, context: DescribeContext): Inline[] | undefined {
  const items = own(schema, "contains");
  const [least, top] = [number(schema, "minContains") ?? 1, number(schema, "maxContains")];
  if (items === undefined || (least === 0 && top === undefined)) return undefined;
  const amount = range({ ...schema, minContains: least }, "minContains", "maxContains", "item") ?? [];
  return ["contains ", ...amount, ": ", ...grouped(phrase(items, context))];
}

/** Returns what `not` forbids. With listed fields, `fieldRules` describes those that are not allowed. */
function excluded(schema: JsonValue | undefined, context: DescribeContext, elsewhere: DescribedElsewhere): Inline[][] {
  if (schema === undefined || (elsewhere.fields && isOnlyRequired(schema)) || isNothing({ not: schema })) return [];
  const branches = isObject(schema) && Object.keys(narrowing(schema)).join() === "anyOf" ? own(schema, "anyOf") : undefined;
  return (Array.isArray(branches) ? branches : [schema]).map((part) => exclusion(part, context));
}

/** Returns the words for one schema that no value may match. */
function exclusion(part: JsonValue, context: DescribeContext): Inline[] {
  const keywords = isObject(part) ? Object.keys(narrowing(part)).join() : "";
  const values = listed(isObject(part) ? valuesOf(part) : [], "", context.integers);
  if (values && (keywords === "enum" || keywords === "const")) return ["not ", ...values.slice(1)];
  if (isObject(part) && keywords === "pattern") return pattern(part, "doesn't match ")!;
  return ["not ", ...grouped(phrase(part, context))];
}

function names(schema: JsonValue | undefined, context: DescribeContext): Inline[] | undefined {
  if (schema === undefined) return undefined;
  if (isNothing(schema)) return ["no fields"];
  const rules = rulesOf(schema, { ...context, depth: (context.depth ?? 0) + 1 });
  return rules.length === 0 ? undefined : ["names: ", ...grouped(separated(rules.map(grouped), ", "))];
}

function content(schema: JsonObject, context: DescribeContext): Inline[] | undefined {
  const [type, encoding] = [ownString(schema, "contentMediaType"), ownString(schema, "contentEncoding")];
  const inside = own(schema, "contentSchema");
  const told: Inline[][] = [
    ...(type === undefined
      ? []
      : [["holds ", code(type), ...(inside === undefined ? [] : [": ", ...grouped(phrase(inside, context))])]]),
    ...(encoding === undefined ? [] : [["encoded as ", encoding]]),
  ];
  return told.length === 0 ? undefined : separated(told, ", ");
}

/** `1 item`, `2 items`. */
function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Returns whether a schema only requires fields. */
export function isOnlyRequired(value: JsonValue): boolean {
  return isObject(value) && Array.isArray(own(value, "required")) && Object.keys(value).every(isAboutPresence);
}

function isAboutPresence(keyword: string): boolean {
  return ["required", "type", "title", "description"].includes(keyword);
}
