import { type JsonObject, type JsonValue, type ValidationError, isObject, parsePointer } from "../json.js";
import { allErrors, type SchemaData } from "./all-errors.js";
import type { Validate } from "./guard.js";

/** A schema as Standard Schema 1.1 and Standard JSON Schema describe it (https://standardschema.dev). */
export interface StandardSchema<Type> {
  readonly "~standard": StandardProperties<Type>;
}

/** The properties that libraries read. Values are not transformed, so input and output are the same. */
export interface StandardProperties<Type> {
  readonly version: 1;
  readonly vendor: "openapi-actions";
  /** Returns a valid value, or else at most 100 issues. */
  readonly validate: (value: unknown) => StandardResult<Type>;
  readonly jsonSchema: {
    readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
    readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
  };
  /** For inference only: it doesn't exist at run time. */
  readonly types?: { readonly input: Type; readonly output: Type } | undefined;
}

export type StandardResult<Type> =
  | { readonly value: Type; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A problem of a part of a value. It never contains the value. */
export interface StandardIssue {
  readonly message: string;
  /** The keys that lead to the part; those of lists are numbers. */
  readonly path: readonly (string | number)[];
}

export interface JsonSchemaOptions {
  readonly target: "draft-2020-12" | "draft-07" | "openapi-3.0" | ({} & string);
}

/** The schemas of one action. */
export interface ActionStandards<Action extends { readonly body: unknown; readonly result: unknown }> {
  readonly body: StandardSchema<Action["body"]>;
  readonly result: StandardSchema<Action["result"]>;
}

/** Creates a standard schema from a generated function and its schema. */
export function standard<Type>(validate: Validate, data: SchemaData): StandardSchema<Type> {
  const list = allErrors(validate, data);
  const toJsonSchema = ({ target }: JsonSchemaOptions) => jsonSchemaOf(data, target);
  return {
    "~standard": {
      version: 1,
      vendor: "openapi-actions",
      validate(value) {
        const errors = list(value);
        if (errors.length === 0) return { value: value as Type };
        return { issues: errors.map((error) => issueOf(value, error)) };
      },
      jsonSchema: { input: toJsonSchema, output: toJsonSchema },
    },
  };
}

/** Creates the standard schemas of one action, and of the parameters by the locations where it declares some itself. */
export function actionStandards<Action extends { readonly body: unknown; readonly result: unknown }, Own extends object = object>(
  validateBody: Validate,
  body: SchemaData,
  validateResult: Validate,
  result: SchemaData,
  own?: { readonly [Place in keyof Own]: readonly [Validate, SchemaData] },
): ActionStandards<Action> & { readonly [Place in keyof Own]: StandardSchema<Own[Place]> } {
  const schemas = Object.entries<readonly [Validate, SchemaData]>({ ...own }).map(([place, [validate, schema]]) => {
    return [place, standard(validate, schema)];
  });
  const usual = { body: standard(validateBody, body), result: standard(validateResult, result) };
  return Object.assign(usual, Object.fromEntries(schemas)) as never;
}

/** Problems of a missing or an unexpected property or of a discriminator have its path, so that a form displays them at its field. */
function issueOf(value: unknown, { instancePath, keyword, message, params }: ValidationError): StandardIssue {
  const part = keysOf(value, instancePath);
  const { missingProperty, additionalProperty, unevaluatedProperty = additionalProperty, allowedValues } = params;
  const path = keyword === "discriminator" ? [...part, String(params["property"])] : part;
  if (typeof missingProperty === "string") return { message, path: [...path, missingProperty] };
  if (typeof unevaluatedProperty === "string") return { message: "must NOT be present", path: [...path, unevaluatedProperty] };
  if (!Array.isArray(allowedValues) || allowedValues.length > maxListed) return { message, path };
  return { message: `must be ${allowedValues.map((allowed) => JSON.stringify(allowed)).join(" or ")}`, path };
}

/** The number of allowed values that a message lists. */
const maxListed = 10;

function keysOf(value: unknown, pointer: string): (string | number)[] {
  let at = value;
  return parsePointer(pointer).map((key) => {
    const isIndex = Array.isArray(at);
    at = (at as Readonly<Record<string, unknown>>)[key];
    return isIndex ? Number(key) : key;
  });
}

/** The address of each draft, and its keyword for definitions. */
const drafts: Readonly<Record<string, { readonly $schema: string; readonly definitions: string }>> = {
  "draft-2020-12": { $schema: "https://json-schema.org/draft/2020-12/schema", definitions: "$defs" },
  "draft-07": { $schema: "http://json-schema.org/draft-07/schema#", definitions: "definitions" },
};

/** The schema as a standalone document. Throws for OpenAPI 3.0, and for draft 7 if a keyword has no counterpart there. */
function jsonSchemaOf(data: SchemaData, target: string): Record<string, unknown> {
  const draft = Object.hasOwn(drafts, target) ? drafts[target] : undefined;
  if (!draft) throw new Error(`the schema at ${data.at} can be written as draft-2020-12 or draft-07, not as ${target}`);
  const { $schema, definitions } = draft;
  const all = new Set([data]);
  // The set grows during the loop.
  for (const { refs } of all) for (const other of refs?.() ?? []) all.add(other);
  const convert = (schema: JsonValue): JsonValue => {
    if (!isObject(schema)) return schema;
    const converted = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
      if (keyword === "discriminator" || keyword.startsWith("x-")) return [];
      const part = keyword === "$ref" ? `#/${definitions}/${nameOf(String(value))}` : convertParts(keyword, value, convert);
      return [[keyword, part]];
    });
    const object = Object.fromEntries(converted);
    return target === "draft-07" ? asDraft7(object, data.at) : object;
  };
  const root = convert(data.schema as JsonValue);
  const referenced = [...all].filter(({ at }) => at !== "#" && (at !== data.at || isRecursive(data, all)));
  const inner = Object.fromEntries(referenced.map(({ at, schema }) => [nameOf(at), convert(schema as JsonValue)]));
  return {
    $schema,
    ...(isObject(root) ? root : root === false ? { not: {} } : {}),
    ...(referenced.length > 0 && { [definitions]: inner }),
  };
}

/** The name of a component by the pointer to it. */
const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

/** Whether a schema refers to itself. */
function isRecursive(data: SchemaData, all: ReadonlySet<SchemaData>): boolean {
  return [...all].some(({ refs }) => refs?.().includes(data));
}

const ofSchema = [
  "not",
  "if",
  "then",
  "else",
  "items",
  "contains",
  "propertyNames",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const ofSchemas = ["allOf", "anyOf", "oneOf", "prefixItems"];
const ofNamedSchemas = ["properties", "patternProperties", "dependentSchemas"];

/** A keyword's value with the schemas in it converted. */
function convertParts(keyword: string, value: JsonValue, convert: (schema: JsonValue) => JsonValue): JsonValue {
  if (ofSchema.includes(keyword)) return convert(value);
  if (ofSchemas.includes(keyword) && Array.isArray(value)) return value.map(convert);
  if (!ofNamedSchemas.includes(keyword) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema)]));
}

/** Keywords that draft 7 doesn't have. */
const newer = ["unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains"];

/** Draft 7 has other keywords for arrays and dependencies, and ignores the siblings of a `$ref`. */
function asDraft7(schema: JsonObject, at: string): JsonObject {
  const { prefixItems, items, dependentRequired, dependentSchemas, $ref, ...others } = schema;
  const unknown = newer.find((keyword) => Object.hasOwn(schema, keyword));
  if (unknown !== undefined) throw new Error(`the schema at ${at} can't be written as draft-07: it has "${unknown}"`);
  const hasDependencies = dependentRequired !== undefined || dependentSchemas !== undefined;
  const list: JsonObject = prefixItems === undefined ? { items: items! } : { items: prefixItems, additionalItems: items! };
  const rest: JsonObject = {
    ...others,
    ...Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined)),
    ...(hasDependencies && { dependencies: mergeDependencies(dependentRequired, dependentSchemas) }),
  };
  if ($ref === undefined) return rest;
  if (Object.keys(rest).length === 0) return { $ref };
  const parts = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
  return { ...rest, allOf: [...parts, { $ref }] };
}

function mergeDependencies(names: JsonValue | undefined, schemas: JsonValue | undefined): JsonObject {
  const merged: JsonObject = isObject(schemas) ? { ...schemas } : {};
  for (const [name, required] of Object.entries(isObject(names) ? names : {}))
    merged[name] = Object.hasOwn(merged, name) ? { allOf: [merged[name]!, { required }] } : required;
  return merged;
}
