import { formats, roundedFormats } from "../formats.js";
import { checkSchema } from "../json-schema/check-schema.js";
import { type Match, type Matches, type Violation, type Walk, tooMuch } from "../json-schema/walk.js";
import { type ErrorLister, type JsonValue, type ValidationError, ownObject, ownString, ownStrings } from "../json.js";
import * as errors from "./errors.js";
import { type FoundErrors, type PatternTree, type Validate, countCodePoints, run } from "./guard.js";

/** The error listers of one action. */
export interface ActionErrorListers {
  readonly body: ErrorLister;
  readonly result: ErrorLister;
}

/** A schema of the contract as data, with its metadata. */
export interface SchemaData {
  // Only what is named.
  /** JSON pointer to it, as references name it and paths of errors start with it. */
  readonly at: string;
  /** The schema itself. A more precise type would make the compiler compare schemas of any depth. */
  readonly schema: object | boolean;
  /** The schemas that it refers to. */
  readonly refs?: () => readonly SchemaData[];
  /** The patterns that are not simply matched with the flag `u` against texts of any length. */
  readonly patterns?: Readonly<Record<string, PatternNote>>;
  /** Creates the matchers of patterns that have a tree. */
  readonly linearPattern?: LinearPatternFactory;
  /** Large limits as the contract writes them, by the number that they are read as. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Numbers of the format `int64` may be rounded. */
  readonly integers?: "rounded";
}

/** Creates a matcher without backtracking. */
export type LinearPatternFactory = (source: string, flags: "" | "u", tree: PatternTree) => Pick<RegExp, "test">;

/** How a pattern is matched. */
export interface PatternNote {
  // Only what is named.
  /** The length of the longest text that it is matched against. */
  readonly longest?: number;
  readonly flags?: "";
  /** Set if it is matched without backtracking. */
  readonly tree?: PatternTree;
}

/** Values larger than this get their first error only: listing every error of a huge value costs more than it is worth. */
const maxSize = 10_000;

/** The maximum number of schemas that one value is validated against. If that is exceeded, only the first error is listed. */
const maxSteps = 500_000;

/** The maximum nesting of references, alternatives and parts. */
const maxNesting = 800;

/** Creates an error lister. Interprets the schema only for values that the function rejects and that are not too large. */
export function allErrors(validate: Validate, schema: SchemaData): ErrorLister {
  return (value, limit = 100) => {
    const max = Math.max(limit, 1);
    const first = run(validate, value, max);
    if (first === null) return [];
    const all = isLargerThan(maxSize, value) ? undefined : listErrors(schema, value as JsonValue, max);
    return all && all.length > 0 ? all : first.slice(0, 1);
  };
}

/** Creates the error listers of one action, and of the parameters by the locations where it declares some itself. */
export function actionErrorListers<Own extends string = never>(
  validateBody: Validate,
  body: SchemaData,
  validateResult: Validate,
  result: SchemaData,
  own?: Readonly<Record<Own, readonly [Validate, SchemaData]>>,
): ActionErrorListers & Readonly<Record<Own, ErrorLister>> {
  const listers = Object.entries<readonly [Validate, SchemaData]>({ ...own }).map(([place, [validate, schema]]) => {
    return [place, allErrors(validate, schema)];
  });
  const usual = { body: allErrors(validateBody, body), result: allErrors(validateResult, result) };
  return Object.assign(usual, Object.fromEntries(listers)) as never;
}

/** Interprets a schema: returns at most `limit` errors of a value, in the order of Ajv; `undefined` if it would take too long. */
export function listErrors(data: SchemaData, value: JsonValue, limit: number): readonly ValidationError[] | undefined {
  const violations: Violation[] = [];
  try {
    createWalk(data, { errors: violations, maxErrors: limit, steps: maxSteps }).check(documentOf(data).root, value);
    return toErrors(data, violations);
  } catch (problem) {
    // An engine's stack may be smaller than usual.
    if (problem !== tooMuch && !(problem instanceof RangeError)) throw problem;
    return undefined;
  }
}

/** How long a walk goes on. */
export interface WalkLimits {
  readonly errors: Violation[] | undefined;
  readonly maxErrors: number;
  readonly steps: number;
}

/** Creates a walk over a value, whose `check` throws `tooMuch` if it takes more steps or nests too deeply. */
export function createWalk(data: SchemaData, limits: WalkLimits): Walk {
  const document = documentOf(data);
  let nesting = 0;
  const walk: Walk = {
    follow: ({ $ref }) => document.schemas.get(String($ref)),
    matches: document.matches,
    formats: document.formats,
    known: new Map(),
    pointer: "",
    schemaPath: data.at,
    propertyName: undefined,
    ...limits,
    stopsAtFirst: false,
    check(schema, part, evaluated) {
      if (++nesting > maxNesting) throw tooMuch;
      const isValid = checkSchema(walk, schema, part, evaluated);
      nesting--;
      return isValid;
    },
  };
  return walk;
}

/** A schema together with all its references. */
interface SchemaDocument {
  /** The schema itself. Outputs create it when it is read, so it is read once. */
  readonly root: JsonValue;
  /** By the text of references. */
  readonly schemas: ReadonlyMap<string, JsonValue>;
  readonly matches: Matches;
  readonly formats: typeof formats;
  readonly numbers: Record<string, string>;
}

const documents = new WeakMap<SchemaData, SchemaDocument>();

function documentOf(data: SchemaData): SchemaDocument {
  let document = documents.get(data);
  if (document) return document;
  const all = new Set([data]);
  // The set grows during the loop.
  for (const { refs } of all) for (const other of refs?.() ?? []) all.add(other);
  const list = [...all];
  document = {
    root: data.schema as JsonValue,
    schemas: new Map(list.map(({ at, schema }) => [at, schema as JsonValue])),
    matches: createMatches(
      Object.assign({}, ...list.map(({ patterns }) => patterns)) as NonNullable<SchemaData["patterns"]>,
      list.find(({ linearPattern }) => linearPattern)?.linearPattern,
    ),
    formats: data.integers === "rounded" ? roundedFormats : formats,
    numbers: Object.assign({}, ...list.map(({ numbers }) => numbers)) as Record<string, string>,
  };
  documents.set(data, document);
  return document;
}

function createMatches(patterns: NonNullable<SchemaData["patterns"]>, linearPattern: LinearPatternFactory | undefined): Matches {
  const known = new Map<string, (text: string) => Match>();
  const matching = (pattern: string) => {
    const { longest = Infinity, flags = "u", tree } = Object.hasOwn(patterns, pattern) ? patterns[pattern]! : {};
    const expression = tree && linearPattern ? linearPattern(pattern, flags, tree) : new RegExp(pattern, flags);
    return (text: string): Match => {
      if (text.length > longest && countCodePoints(text) > longest) return { longest };
      return expression.test(text) ? "yes" : "no";
    };
  };
  return (pattern, text) => {
    let match = known.get(pattern);
    if (!match) known.set(pattern, (match = matching(pattern)));
    return match(text);
  };
}

/** The violations of a schema as errors. */
export function toErrors(data: SchemaData, violations: readonly Violation[]): ValidationError[] {
  return violations.map((violation) => toValidationError(violation, documentOf(data)));
}

/** A violation as an error. */
function toValidationError(
  { pointer, schemaPath, keyword, params, schema, propertyName }: Violation,
  document: SchemaDocument,
): ValidationError {
  // The schema `false` has no keyword.
  const make = keyword === "false schema" ? by(errors.neverValid) : errorOf[keyword]!;
  const found = make(pointer, schemaPath, params as unknown as ViolationParams, { schema, document });
  const error = found[found.length - 1] as ValidationError;
  return propertyName === undefined ? error : { ...error, propertyName };
}

/** The parameters of violations, as Ajv names them. */
interface ViolationParams {
  // Only what is named.
  readonly type: string | readonly string[];
  readonly limit: number;
  readonly multipleOf: number;
  readonly pattern: string;
  readonly format: string;
  readonly allowedValue: unknown;
  readonly allowedValues: readonly string[];
  readonly property: string;
  readonly propertyName: string;
  readonly missingProperty: string;
  readonly additionalProperty: string;
  readonly unevaluatedProperty: string;
  readonly i: number;
  readonly j: number;
  readonly minContains: number;
  readonly maxContains: number | undefined;
  readonly passingSchemas: readonly number[] | null;
  readonly failingKeyword: "then" | "else";
}

interface Origin {
  readonly schema: Violation["schema"];
  readonly document: SchemaDocument;
}

/** Creates the error of a keyword with the function that guards call for it. */
type ErrorOf = (path: string, schema: string, params: ViolationParams, origin: Origin) => FoundErrors;

type ValuesOf<Names extends readonly (keyof ViolationParams)[]> = { [Index in keyof Names]: ViolationParams[Names[Index]] };

/** Passes parameters of a violation on, by their names. */
const by =
  <Names extends readonly (keyof ViolationParams)[]>(
    make: (path: string, schema: string, ...values: ValuesOf<Names>) => FoundErrors,
    ...names: Names
  ): ErrorOf =>
  (path, schema, params) =>
    make(path, schema, ...(names.map((name) => params[name]) as unknown as ValuesOf<Names>));

const compared =
  (keyword: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"): ErrorOf =>
  (path, schema, { limit }, { document }) =>
    errors.outOfRange(path, schema, keyword, limit, ownString(document.numbers, String(limit)));

const errorOf: Readonly<Record<string, ErrorOf>> = {
  // Only what the contract names.
  type: by(errors.wrongType, "type"),
  const: by(errors.notConstant, "allowedValue"),
  enum: by(errors.notListed, "allowedValues"),
  minimum: compared("minimum"),
  maximum: compared("maximum"),
  exclusiveMinimum: compared("exclusiveMinimum"),
  exclusiveMaximum: compared("exclusiveMaximum"),
  multipleOf: (path, schema, { multipleOf }, { document }) =>
    errors.notMultiple(path, schema, multipleOf, ownString(document.numbers, String(multipleOf))),
  maxLength: by(errors.tooLong, "limit"),
  minLength: by(errors.tooShort, "limit"),
  "x-max-utf8-bytes": by(errors.tooManyBytes, "limit"),
  pattern: (path, schema, params) =>
    Object.hasOwn(params, "limit")
      ? errors.tooLongToMatch(path, schema, params.pattern, params.limit)
      : errors.wrongPattern(path, schema, params.pattern),
  format: (path, schema, { format }, { document }) => {
    const known = document.formats[format];
    return errors.wrongFormat(path, schema, format, known?.type === "number" ? known.reason : undefined);
  },
  maxItems: by(errors.tooManyItems, "limit"),
  minItems: by(errors.tooFewItems, "limit"),
  items: by(errors.itemsTooMany, "limit"),
  unevaluatedItems: by(errors.unevaluatedItem, "limit"),
  uniqueItems: (path, schema, duplicate) => errors.duplicateItems(path, schema, duplicate),
  contains: by(errors.wrongItemCount, "minContains", "maxContains"),
  maxProperties: by(errors.tooManyProperties, "limit"),
  minProperties: by(errors.tooFewProperties, "limit"),
  required: by(errors.missingProperty, "missingProperty"),
  dependentRequired: (path, schema, { property, missingProperty }, origin) => {
    const names = ownStrings(ownObject(origin.schema, "dependentRequired"), property);
    return errors.missingDependency(path, schema, property, missingProperty, names);
  },
  propertyNames: (path, schema, { propertyName }) => errors.wrongName(path, schema, propertyName, []),
  patternProperties: by(errors.nameTooLongToMatch, "propertyName", "pattern", "limit"),
  additionalProperties: by(errors.unknownProperty, "additionalProperty"),
  unevaluatedProperties: by(errors.unevaluatedProperty, "unevaluatedProperty"),
  not: by(errors.matchesForbidden),
  anyOf: (path, schema) => errors.matchesNone(path, schema, []),
  oneOf: (path, schema, { passingSchemas }) => errors.matchesNotOne(path, schema, [], passingSchemas),
  discriminator: by(errors.wrongDiscriminator, "property", "allowedValues"),
  if: (path, schema, { failingKeyword }) => errors.wrongClause(path, schema, failingKeyword, []),
};

/** The number of characters that count as one value. */
const charactersPerUnit = 100;

/** A longer property name makes any value too large, since it is part of the path of every error below it. */
const maxName = 1000;

/** Whether a JSON value has more than `bound` parts: values, property names, 100 characters each. Visits no more than that. */
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
