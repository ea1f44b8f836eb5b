import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { withoutContradictions } from "./arbitrary-schema.js";
import { componentNames, name, scalar, words } from "./arbitrary-texts.js";

/** The file beside the contract that some references lead into. */
export const sharedFile = "shared.json";

const reference = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...componentNames, "Cat", "Pet").map((key) => `#/components/schemas/${key}`) },
  { weight: 1, arbitrary: fc.constantFrom("Tree", "Left", "Name").map((key) => `${sharedFile}#/${key}`) },
);

const annotations = fc.record(
  {
    title: words,
    description: words,
    deprecated: fc.boolean(),
    readOnly: fc.boolean(),
    examples: fc.array(scalar, { maxLength: 2 }),
    "x-note": fc.oneof(scalar, fc.constant({ $ref: 1 })),
  },
  { requiredKeys: [] },
);

const record = (keywords: Record<string, fc.Arbitrary<unknown>>, ...required: string[]) =>
  fc.record(keywords, { requiredKeys: required, noNullPrototype: true });

const scalarSchema = fc.oneof(
  record(
    {
      type: fc.constantFrom("string", ["string", "null"]),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 9 }),
      "x-max-utf8-bytes": fc.integer({ min: 9, max: 20 }),
      pattern: fc.constantFrom("^a", "b$", "^[a-z]+$", "\\d", "^[ab]*$", "^\\p{L}$", "^a\\/`${x}*/"),
      format: fc.constantFrom("uuid", "date", "date-time", "email", "uri", "ipv4", "byte", "binary", "odd"),
      default: fc.constantFrom("a", "aaa", "b"),
    },
    "type",
  ),
  record(
    {
      type: fc.constantFrom("integer", "number"),
      minimum: fc.integer({ min: -3, max: 3 }),
      exclusiveMaximum: fc.integer({ min: 4, max: 9 }),
      multipleOf: fc.constantFrom(1, 2, 0.1, 0.5),
      format: fc.constantFrom("int32", "int64", "double"),
    },
    "type",
  ),
  fc.record({ type: fc.constantFrom("boolean", "null", ["integer", "array"], ["object", "null"]) }),
  fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) }) }),
  fc.record({ const: scalar }),
  record({ $ref: reference, description: words }, "$ref"),
);

/** An object schema with some of the properties required. */
function objectOf(schema: fc.Arbitrary<unknown>, closing: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> {
  return record(
    {
      type: fc.constant("object"),
      properties: fc.dictionary(name, schema, { maxKeys: 4, noNullPrototype: true }),
      additionalProperties: closing,
      patternProperties: fc.dictionary(fc.constantFrom("^x-", "^[a-z]$"), schema, { maxKeys: 1, noNullPrototype: true }),
      propertyNames: fc.constant({ maxLength: 20 }),
      minProperties: fc.nat(2),
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1, noNullPrototype: true }),
    },
    "type",
    "properties",
    "additionalProperties",
  ).chain((object) =>
    fc.subarray(Object.keys(object["properties"] as object)).map((required) => ({ ...object, required }) as JsonObject),
  );
}

const tied = fc.letrec<{ schema: unknown; object: JsonObject; list: unknown[] }>((tie) => ({
  list: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
  object: objectOf(tie("schema"), fc.oneof(fc.boolean(), tie("schema"))),
  schema: fc
    .oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 5, arbitrary: scalarSchema },
      { weight: 5, arbitrary: tie("object") },
      {
        weight: 2,
        arbitrary: record(
          { type: fc.constant("array"), items: tie("schema"), maxItems: fc.nat(3), uniqueItems: fc.boolean() },
          "type",
          "items",
        ),
      },
      { weight: 1, arbitrary: record({ prefixItems: tie("list"), items: fc.boolean(), minItems: fc.nat(2) }, "prefixItems") },
      { weight: 1, arbitrary: record({ contains: tie("schema"), minContains: fc.nat(2), maxContains: fc.nat(3) }, "contains") },
      ...["oneOf", "anyOf", "allOf"].map((keyword) => ({ weight: 2, arbitrary: record({ [keyword]: tie("list") }, keyword) })),
      { weight: 1, arbitrary: fc.record({ not: tie("schema") }) },
      { weight: 1, arbitrary: record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }, "if") },
      {
        weight: 1,
        arbitrary: record({ allOf: tie("list"), properties: fc.constant({ a: {} }), unevaluatedProperties: fc.boolean() }),
      },
      { weight: 1, arbitrary: record({ allOf: tie("list"), contains: tie("schema"), unevaluatedItems: fc.boolean() }) },
      {
        weight: 1,
        arbitrary: fc.record({ dependentSchemas: fc.dictionary(name, tie("schema"), { maxKeys: 1, noNullPrototype: true }) }),
      },
    )
    .chain((schema) => fc.option(annotations, { freq: 3 }).map((more) => ({ ...more, ...(schema as object) }))),
}));

/** A schema of any kind, with names and texts of any kind. */
export const schema: fc.Arbitrary<JsonValue> = tied.schema.map((value) => withoutContradictions(value as JsonValue));

/** Bodies of actions. */
export const objectSchema: fc.Arbitrary<JsonValue> = objectOf(tied.schema, fc.boolean()).map(withoutContradictions);

/** The same schema in the words of OpenAPI 3.0, without what they can't say. */
export function toOpenApi30(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(toOpenApi30);
  if (typeof value !== "object" || value === null) return value;
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) if (!later.has(key)) copy[key] = toOpenApi30(item);
  const { type, exclusiveMaximum } = copy;
  if (Array.isArray(type)) Object.assign(copy, { type: type[0], nullable: true });
  if (copy["type"] === "null") copy["type"] = "string";
  if (typeof exclusiveMaximum === "number") Object.assign(copy, { maximum: exclusiveMaximum, exclusiveMaximum: true });
  return copy;
}

/** Keywords that OpenAPI 3.0 doesn't have. */
const later = new Set(
  "const if then else prefixItems contains minContains maxContains patternProperties propertyNames dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties examples".split(
    " ",
  ),
);
