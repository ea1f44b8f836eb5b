import type { ValidationError } from "../json.js";
import type { FoundErrors, PartErrors } from "./guard.js";

// One function for each rule of JSON Schema: the error of a value that violates it. `path` is the JSON pointer to the value,
// relative to the argument of the calling function; `schema` is the pointer to the schema that has the rule.

type Params = ValidationError["params"];

function fail(path: string, schema: string, keyword: string, params: Params, message: string): readonly ValidationError[] {
  return [{ instancePath: path, schemaPath: `${schema}/${keyword}`, keyword, params, message }];
}

export function wrongType(path: string, schema: string, type: string | readonly string[]): FoundErrors {
  return fail(path, schema, "type", { type }, `must be ${String(type)}`);
}

/** The error of the schema `false`, which no value matches. */
export function neverValid(path: string, schema: string): FoundErrors {
  return fail(path, schema, "false schema", {}, "boolean schema is false");
}

const comparisons = { minimum: ">=", maximum: "<=", exclusiveMinimum: ">", exclusiveMaximum: "<" };

/** `written`: the limit as the contract writes it, if the number has lost digits. */
export function outOfRange(
  path: string,
  schema: string,
  keyword: keyof typeof comparisons,
  limit: number,
  written = String(limit),
): FoundErrors {
  const comparison = comparisons[keyword];
  return fail(path, schema, keyword, { comparison, limit }, `must be ${comparison} ${written}`);
}

export function notMultiple(path: string, schema: string, multipleOf: number, written = String(multipleOf)): FoundErrors {
  return fail(path, schema, "multipleOf", { multipleOf }, `must be multiple of ${written}`);
}

export function tooLong(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "maxLength", { limit }, `must NOT have more than ${limit} characters`);
}

export function tooShort(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "minLength", { limit }, `must NOT have fewer than ${limit} characters`);
}

export function tooManyBytes(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "x-max-utf8-bytes", { limit }, `must NOT have more than ${limit} bytes in UTF-8`);
}

export function tooManyItems(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "maxItems", { limit }, `must NOT have more than ${limit} items`);
}

export function tooFewItems(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "minItems", { limit }, `must NOT have fewer than ${limit} items`);
}

/** The error of `items` that allow nothing after the first `limit` items. */
export function itemsTooMany(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "items", { limit }, `must NOT have more than ${limit} items`);
}

/** `limit`: the index of the first item that nothing evaluates. */
export function unevaluatedItem(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "unevaluatedItems", { limit }, "must NOT have unevaluated items");
}

export function tooManyProperties(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "maxProperties", { limit }, `must NOT have more than ${limit} properties`);
}

export function tooFewProperties(path: string, schema: string, limit: number): FoundErrors {
  return fail(path, schema, "minProperties", { limit }, `must NOT have fewer than ${limit} properties`);
}

/** `pattern`: the expression, or its text if the contract writes it differently. */
export function wrongPattern(path: string, schema: string, expression: Pick<RegExp, "source"> | string): FoundErrors {
  const pattern = typeof expression === "string" ? expression : expression.source.replaceAll("\\/", "/");
  return fail(path, schema, "pattern", { pattern }, `must match pattern "${pattern}"`);
}

/** The error of a text that is too long to be matched against a pattern. */
export function tooLongToMatch(path: string, schema: string, pattern: string, limit: number): FoundErrors {
  return fail(path, schema, "pattern", { pattern, limit }, tooLongFor(pattern, limit));
}

/** The error of a property's name that is too long to be matched against a pattern of `patternProperties`. */
export function nameTooLongToMatch(
  path: string,
  schema: string,
  propertyName: string,
  pattern: string,
  limit: number,
): FoundErrors {
  return fail(path, schema, "patternProperties", { propertyName, limit }, `property name ${tooLongFor(pattern, limit)}`);
}

function tooLongFor(pattern: string, limit: number): string {
  return `must NOT have more than ${limit} characters to be matched against pattern "${pattern}"`;
}

/** `reason`: why a number of that format is rejected. */
export function wrongFormat(path: string, schema: string, format: string, reason?: string): FoundErrors {
  const why = reason === undefined ? "" : `: ${reason}`;
  return fail(path, schema, "format", { format }, `must match format ${JSON.stringify(format)}${why}`);
}

export function notConstant(path: string, schema: string, allowedValue: unknown): FoundErrors {
  return fail(path, schema, "const", { allowedValue }, "must be equal to constant");
}

export function notListed(path: string, schema: string, allowedValues: readonly unknown[]): FoundErrors {
  return fail(path, schema, "enum", { allowedValues }, "must be equal to one of the allowed values");
}

export function missingProperty(path: string, schema: string, name: string): FoundErrors {
  return fail(path, schema, "required", { missingProperty: name }, `must have required property '${name}'`);
}

export function unknownProperty(path: string, schema: string, name: string): FoundErrors {
  return fail(path, schema, "additionalProperties", { additionalProperty: name }, "must NOT have additional properties");
}

export function unevaluatedProperty(path: string, schema: string, name: string): FoundErrors {
  return fail(path, schema, "unevaluatedProperties", { unevaluatedProperty: name }, "must NOT have unevaluated properties");
}

/** The error of a property whose presence requires others; `names`: all of them. */
export function missingDependency(
  path: string,
  schema: string,
  property: string,
  missing: string,
  names: readonly string[],
): FoundErrors {
  const deps = names.join(", ");
  const what = names.length === 1 ? "property" : "properties";
  return fail(
    path,
    schema,
    "dependentRequired",
    { property, missingProperty: missing, depsCount: names.length, deps },
    `must have ${what} ${deps} when property ${property} is present`,
  );
}

export function duplicateItems(path: string, schema: string, duplicate: { readonly i: number; readonly j: number }): FoundErrors {
  const { i, j } = duplicate;
  return fail(path, schema, "uniqueItems", { i, j }, `must NOT have duplicate items (items ## ${j} and ${i} are identical)`);
}

/** The errors of a list in which too few or too many items match `contains`; `tried`: those of the items that don't match. */
export function wrongItemCount(path: string, schema: string, min: number, max?: number, tried: FoundErrors = []): FoundErrors {
  const [params, most] =
    max === undefined ? [{ minContains: min }, ""] : [{ minContains: min, maxContains: max }, ` and no more than ${max}`];
  return after(path, tried, fail(path, schema, "contains", params, `must contain at least ${min}${most} valid item(s)`));
}

export function matchesForbidden(path: string, schema: string): FoundErrors {
  return fail(path, schema, "not", {}, "must NOT be valid");
}

/** The errors of a value that matches no schema of `anyOf`; `tried`: those of each. */
export function matchesNone(path: string, schema: string, tried: readonly (FoundErrors | null)[]): FoundErrors {
  const error = fail(path, schema, "anyOf", {}, "must match a schema in anyOf");
  return [...tried.map((errors) => ({ path, errors: errors ?? [] })), ...error];
}

/**
 * The errors of a value that doesn't match one schema of `oneOf`; `tried`: those of each, `undefined` if it wasn't tried;
 * `passing`: the indices of the two that match, if two do.
 */
export function matchesNotOne(
  path: string,
  schema: string,
  tried: readonly (FoundErrors | null | undefined)[],
  passing = firstTwoPassing(tried),
): FoundErrors {
  const found: (ValidationError | PartErrors)[] = [];
  for (const errors of tried) if (errors) found.push({ path, errors });
  return found.concat(fail(path, schema, "oneOf", { passingSchemas: passing }, "must match exactly one schema in oneOf"));
}

function firstTwoPassing(tried: readonly (FoundErrors | null | undefined)[]): readonly number[] | null {
  return tried.includes(null) ? [...tried.keys()].filter((index) => tried[index] === null) : null;
}

export function wrongDiscriminator(
  path: string,
  schema: string,
  property: string,
  allowedValues: readonly string[],
): FoundErrors {
  const message = `must have a property ${JSON.stringify(property)} with one of the allowed values`;
  return fail(path, schema, "discriminator", { property, allowedValues }, message);
}

/** The errors of a value that doesn't match the `then` or `else` that applies to it. */
export function wrongClause(path: string, schema: string, failingKeyword: "then" | "else", errors: FoundErrors): FoundErrors {
  return after(path, errors, fail(path, schema, "if", { failingKeyword }, `must match "${failingKeyword}" schema`));
}

/** The errors of an object one of whose names doesn't match `propertyNames`; `errors`: those of the name. */
export function wrongName(path: string, schema: string, name: string, errors: FoundErrors): FoundErrors {
  return after(path, errors, fail(path, schema, "propertyNames", { propertyName: name }, "property name must be valid"));
}

function after(path: string, errors: FoundErrors, own: FoundErrors): FoundErrors {
  return errors.length === 0 ? own : [{ path, errors }, ...own];
}

/** The errors of a part of a value. */
export function within(path: string, errors: FoundErrors): FoundErrors {
  return [{ path, errors }];
}

/** An error of a property name. */
export function ofName(name: string, errors: FoundErrors): FoundErrors {
  return errors.map((error) => ("errors" in error ? error : { ...error, propertyName: name }));
}

/** Adds errors to those found before, if any. */
export function join(before: FoundErrors | null, errors: FoundErrors): FoundErrors {
  return before === null ? [...errors] : [...before, ...errors];
}
