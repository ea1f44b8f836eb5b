import { flag, list, map, object, ref, text, type JsonSchema, type Properties } from "../../json-schema/build-schema.js";

const schema = (description: string): JsonSchema => ({ description, ...ref("Schema") });
const schemas = (description: string): JsonSchema => ({ description, ...list(ref("Schema"), { minItems: 1 }) });
const schemaMap = (description: string): JsonSchema => map(ref("Schema"), description);
const number = (description: string): JsonSchema => ({ description, type: "number" });
const count = (description: string): JsonSchema => ({ description, type: "integer", minimum: 0 });
const names = list({ type: "string" });
const typeName: JsonSchema = { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] };

/** The keywords that lint supports, with their meanings. */
const keywords: Properties = {
  $comment: text("A remark for maintainers."),
  $ref: text("Another schema that also applies: #/components/schemas/Name or ./file.yaml#/Name."),
  $defs: schemaMap("Reusable schemas."),
  definitions: schemaMap("Reusable schemas; older than $defs."),
  title: text("A short name."),
  description: text("What the value is, in Markdown."),
  type: {
    description: "The type of the value, or several.",
    anyOf: [typeName, list(typeName, { minItems: 1, uniqueItems: true })],
  },
  enum: { description: "The valid values.", type: "array", minItems: 1 },
  const: { description: "The only valid value." },
  default: { description: "The value if it is omitted." },
  example: { description: "An example; older than examples." },
  examples: { description: "Examples.", type: "array" },
  format: text("The format of the string or number, such as date-time, uuid or password.", { pattern: "^[A-Za-z0-9_.+:-]+$" }),
  pattern: text("An ECMAScript regular expression that must match somewhere in the string.", { format: "regex" }),
  minLength: count("The minimum number of characters."),
  maxLength: count("The maximum number of characters."),
  contentEncoding: text("How the string encodes bytes, such as base64."),
  contentMediaType: text("The media type of the string's content."),
  contentSchema: schema("The string's content."),
  minimum: number("The minimum value."),
  maximum: number("The maximum value."),
  exclusiveMinimum: number("The value must be above this."),
  exclusiveMaximum: number("The value must be below this."),
  multipleOf: { description: "The value must be a multiple of this.", type: "number", exclusiveMinimum: 0 },
  items: schema("Each item, after those of prefixItems."),
  prefixItems: schemas("The first items, one by one."),
  minItems: count("The minimum number of items."),
  maxItems: count("The maximum number of items."),
  uniqueItems: flag("No two items are the same."),
  contains: schema("At least one item."),
  minContains: count("The minimum number of items that match contains."),
  maxContains: count("The maximum number of items that match contains."),
  unevaluatedItems: schema("Items that no other keyword applies to."),
  properties: schemaMap("Properties by name."),
  patternProperties: schemaMap("Properties whose names match a regular expression."),
  additionalProperties: schema("All other properties; false forbids them."),
  unevaluatedProperties: schema("Properties that no other keyword applies to."),
  propertyNames: schema("Each name of a property."),
  required: { description: "The required properties.", ...names },
  minProperties: count("The minimum number of properties."),
  maxProperties: count("The maximum number of properties."),
  dependentRequired: map(names, "Properties that are required if another one is present."),
  dependentSchemas: schemaMap("Schemas that apply if a property is present."),
  allOf: schemas("All of these must match."),
  anyOf: schemas("At least one of these must match."),
  oneOf: schemas("Exactly one of these must match."),
  not: schema("This must not match."),
  if: schema("Selects then or else."),
  then: schema("Applies if if matches."),
  else: schema("Applies if if doesn't match."),
  readOnly: flag("Only in responses."),
  writeOnly: flag("Only in requests, never in responses."),
  deprecated: flag("It should no longer be used."),
  discriminator: object(
    "The property that distinguishes alternatives.",
    {
      propertyName: text("Its name."),
      mapping: map({ type: "string" }, "Schemas by the property's value."),
      defaultMapping: text("The schema if no other applies (3.2)."),
    },
    { required: ["propertyName"] },
  ),
  xml: object("How the value is serialized as XML.", {
    name: { type: "string" },
    namespace: { type: "string" },
    prefix: { type: "string" },
    attribute: { type: "boolean" },
    wrapped: { type: "boolean" },
    nodeType: text("The kind of XML node (3.2)."),
  }),
  externalDocs: object(
    "Further documentation.",
    { description: { type: "string" }, url: { type: "string" } },
    { required: ["url"] },
  ),
  "x-max-utf8-bytes": count("The maximum number of bytes of the string in UTF-8."),
};

/** A Schema Object with the keywords that lint supports. */
export const schemaDefinitions: Properties = {
  Schema: {
    description: "A schema, which defines valid values.",
    type: ["object", "boolean"],
    properties: keywords,
    patternProperties: { "^x-": {} },
    additionalProperties: false,
  },
};
