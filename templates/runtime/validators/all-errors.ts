import { formats, roundedFormats } from "../formats.js";
import { checkSchema } from "../json-schema/check-schema.js";
import type { JsonValue } from "../json.js";
import { tooMuch, type Matches, type Refusal, type Walk } from "../json-schema/walk.js";
import { type Validate, type ValidationError, countCodePoints, run } from "./guard.js";

/** Lists at most `limit` errors of a value (default: 100); none: it is valid. */
export type ErrorLister = (value: unknown, limit?: number) => readonly ValidationError[];

/** The error listers of one action. */
export interface ActionErrorListers {
  readonly body: ErrorLister;
  readonly result: ErrorLister;
}

/** A schema of the contract as data, and what is to be known of it. */
export interface SchemaData {
  /** JSON pointer to it, as references name it and paths of errors start with it. */
  readonly at: string;
  readonly schema: JsonValue;
  /** The schemas that it refers to. */
  readonly refs?: () => readonly SchemaData[];
  /** The patterns that match no texts longer than so many characters, or that need other flags than `u`. */
  readonly patterns?: Readonly<Record<string, { readonly longest?: number; readonly flags?: "" }>>;
  /** Large limits as the contract writes them, by the number that they are read as. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Numbers of the format `int64` may be rounded. */
  readonly integers?: "rounded";
}

/** Values larger than this get their first error only, as every error of a huge value costs more than it tells. */
const maxSize = 10_000;

/** Schemas that one value may be held against. Where that is not enough to list all errors, the first has to do. */
const maxSteps = 500_000;

/** References, alternatives and parts within each other. */
const maxNesting = 800;

/**
 * Makes an error lister of a generated function, which stops at the first error, and of the schema that it was made from. The
 * schema is interpreted only for values that the function rejects and that are not too large.
 */
export function allErrors(validate: Validate, schema: SchemaData): ErrorLister {
  return (value, limit = 100) => {
    const most = Math.max(limit, 1);
    const first = run(validate, value, most);
    if (first === null) return [];
    const all = isLargerThan(maxSize, value) ? undefined : listErrors(schema, value as JsonValue, most);
    return all && all.length > 0 ? all : first.slice(0, 1);
  };
}

/** Makes the error listers of one action. */
export function actionErrorListers(
  validateBody: Validate,
  body: SchemaData,
  validateResult: Validate,
  result: SchemaData,
): ActionErrorListers {
  return { body: allErrors(validateBody, body), result: allErrors(validateResult, result) };
}

/** Interprets a schema: at most so many errors of a value, in the order in which Ajv lists them; `undefined`: it would take too long. */
export function listErrors(data: SchemaData, value: JsonValue, limit: number): readonly ValidationError[] | undefined {
  const document = documentOf(data);
  const errors: Refusal[] = [];
  let nesting = 0;
  const walk: Walk = {
    follow: ({ $ref }) => document.schemas.get(String($ref)),
    matches: document.matches,
    formats: document.formats,
    known: new Map(),
    pointer: "",
    schemaPath: data.at,
    propertyName: undefined,
    errors,
    maxErrors: limit,
    stopsAtFirst: false,
    steps: maxSteps,
    check(schema, part, evaluated) {
      if (++nesting > maxNesting) throw tooMuch;
      const fits = checkSchema(walk, schema, part, evaluated);
      nesting--;
      return fits;
    },
  };
  try {
    walk.check(data.schema, value);
    return errors.map((refusal) => toValidationError(refusal, document));
  } catch (problem) {
    // An engine's stack may be smaller than usual.
    if (problem !== tooMuch && !(problem instanceof RangeError)) throw problem;
    return undefined;
  }
}

/** What a schema and all that it refers to say. */
interface SchemaDocument {
  /** By the text of references. */
  readonly schemas: ReadonlyMap<string, JsonValue>;
  readonly matches: Matches;
  readonly formats: typeof formats;
  readonly numbers: Readonly<Record<string, string>>;
}

const documents = new WeakMap<SchemaData, SchemaDocument>();

function documentOf(data: SchemaData): SchemaDocument {
  let document = documents.get(data);
  if (document) return document;
  const all = new Set([data]);
  // The set grows while it is read.
  for (const { refs } of all) for (const other of refs?.() ?? []) all.add(other);
  const list = [...all];
  document = {
    schemas: new Map(list.map(({ at, schema }) => [at, schema])),
    matches: createMatches(Object.assign({}, ...list.map(({ patterns }) => patterns)) as NonNullable<SchemaData["patterns"]>),
    formats: data.integers === "rounded" ? roundedFormats : formats,
    numbers: Object.assign({}, ...list.map(({ numbers }) => numbers)) as Readonly<Record<string, string>>,
  };
  documents.set(data, document);
  return document;
}

function createMatches(patterns: NonNullable<SchemaData["patterns"]>): Matches {
  const expressions = new Map<string, RegExp>();
  return (pattern, text) => {
    const { longest, flags = "u" } = Object.hasOwn(patterns, pattern) ? patterns[pattern]! : {};
    if (longest !== undefined && text.length > longest && countCodePoints(text) > longest) return { longest };
    let expression = expressions.get(pattern);
    if (!expression) expressions.set(pattern, (expression = new RegExp(pattern, flags)));
    return expression.test(text) ? "yes" : "no";
  };
}

function toValidationError(refusal: Refusal, document: SchemaDocument): ValidationError {
  const { pointer, schemaPath, keyword, params, propertyName } = refusal;
  // What names the pattern of a name is told in words.
  const { pattern, ...others } = params;
  return {
    instancePath: pointer,
    schemaPath: `${schemaPath}/${keyword}`,
    keyword,
    params: keyword === "patternProperties" ? others : params,
    message: messageOf(keyword, params, document),
    ...(propertyName !== undefined && { propertyName }),
  };
}

const comparedKeywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/** What the limits of other keywords count. */
const counted: Readonly<Record<string, string>> = {
  maxLength: "more than # characters",
  minLength: "fewer than # characters",
  "x-max-utf8-bytes": "more than # bytes in UTF-8",
  maxItems: "more than # items",
  minItems: "fewer than # items",
  items: "more than # items",
  maxProperties: "more than # properties",
  minProperties: "fewer than # properties",
};

/** The words that guards have for the same errors. */
function messageOf(keyword: string, params: Refusal["params"], { numbers, formats: known }: SchemaDocument): string {
  const of = (name: string) => String(params[name]);
  const number = (name: string) => (Object.hasOwn(numbers, of(name)) ? numbers[of(name)]! : of(name));
  const count = counted[keyword];
  if (count !== undefined) return `must NOT have ${count.replace("#", of("limit"))}`;
  if (comparedKeywords.includes(keyword)) return `must be ${of("comparison")} ${number("limit")}`;
  switch (keyword) {
    case "false schema":
      return "boolean schema is false";
    case "type":
      return `must be ${of("type")}`;
    case "const":
      return "must be equal to constant";
    case "enum":
      return "must be equal to one of the allowed values";
    case "format": {
      const format = known[of("format")];
      const reason = format?.type === "number" && format.reason !== undefined ? `: ${format.reason}` : "";
      return `must match format ${JSON.stringify(params["format"])}${reason}`;
    }
    case "multipleOf":
      return `must be multiple of ${number("multipleOf")}`;
    case "pattern":
      return params["limit"] === undefined ? `must match pattern "${of("pattern")}"` : tooLong(params);
    case "patternProperties":
      return `property name ${tooLong(params)}`;
    case "uniqueItems":
      return `must NOT have duplicate items (items ## ${of("j")} and ${of("i")} are identical)`;
    case "contains":
      return params["maxContains"] === undefined
        ? `must contain at least ${of("minContains")} valid item(s)`
        : `must contain at least ${of("minContains")} and no more than ${of("maxContains")} valid item(s)`;
    case "required":
      return `must have required property '${of("missingProperty")}'`;
    case "dependentRequired":
      return `must have ${params["depsCount"] === 1 ? "property" : "properties"} ${of("deps")} when property ${of("property")} is present`;
    case "propertyNames":
      return "property name must be valid";
    case "additionalProperties":
      return "must NOT have additional properties";
    case "unevaluatedProperties":
      return "must NOT have unevaluated properties";
    case "not":
      return "must NOT be valid";
    case "anyOf":
      return "must match a schema in anyOf";
    case "oneOf":
      return "must match exactly one schema in oneOf";
    case "discriminator":
      return `must have a property ${JSON.stringify(params["property"])} with one of the allowed values`;
    default:
      return `must match "${of("failingKeyword")}" schema`;
  }
}

function tooLong(params: Refusal["params"]): string {
  return `must NOT have more than ${String(params["limit"])} characters to be matched against pattern "${String(params["pattern"])}"`;
}

/** Characters of text that weigh as much as one value. */
const charactersPerUnit = 100;

/** A longer name of a property makes any value too large: it stands in the path of every error below it. */
const maxName = 1000;

/**
 * Whether a JSON value has more parts than `bound`: values and property names count one each, text one more for every
 * 100 characters. Looks at no more than `bound` parts, without recursion.
 */
export function isLargerThan(bound: number, value: unknown): boolean {
  const pending: unknown[] = [value];
  let size = 0;
  while (pending.length > 0) {
    const current = pending.pop();
    size += 1;
    if (typeof current === "string") size += current.length / charactersPerUnit;
    else if (Array.isArray(current)) {
      if (size + pending.length + current.length > bound) return true;
      for (const item of current) pending.push(item);
    } else if (typeof current === "object" && current !== null) {
      for (const name in current) {
        if (name.length > maxName) return true;
        size += 1 + name.length / charactersPerUnit;
        pending.push((current as Record<string, unknown>)[name]);
        if (size + pending.length > bound) return true;
      }
    }
    if (size + pending.length > bound) return true;
  }
  return false;
}
