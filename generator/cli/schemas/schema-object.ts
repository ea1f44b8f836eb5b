import { flag, list, map, object, ref, text, type JsonSchema, type Properties } from "./build.js";

const schema = (description: string): JsonSchema => ({ description, ...ref("Schema") });
const schemas = (description: string): JsonSchema => ({ description, ...list(ref("Schema"), { minItems: 1 }) });
const schemaMap = (description: string): JsonSchema => map(ref("Schema"), description);
const number = (description: string): JsonSchema => ({ description, type: "number" });
const count = (description: string): JsonSchema => ({ description, type: "integer", minimum: 0 });
const names = list({ type: "string" });
const typeName: JsonSchema = { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] };

/** The keywords that lint supports, each with what it says. */
const keywords: Properties = {
  $comment: text("A remark for maintainers."),
  $ref: text("Another schema that holds as well: #/components/schemas/Name or ./file.yaml#/Name."),
  $defs: schemaMap("Schemas to refer to."),
  definitions: schemaMap("Schemas to refer to; older than $defs."),
  title: text("A short name."),
  description: text("What the value is, in Markdown."),
  type: {
    description: "The type of the value, or several.",
    anyOf: [typeName, list(typeName, { minItems: 1, uniqueItems: true })],
  },
  enum: { description: "All values that are valid.", type: "array", minItems: 1 },
  const: { description: "The one value that is valid." },
  default: { description: "What is meant where the value is left out." },
  example: { description: "An example; older than examples." },
  examples: { description: "Examples.", type: "array" },
  format: text("What the text or number is, such as date-time, uuid or password.", { pattern: "^[A-Za-z0-9_.+:-]+$" }),
  pattern: text("A regular expression of ECMAScript that must match somewhere in the text.", { format: "regex" }),
  minLength: count("The least number of characters."),
  maxLength: count("The largest number of characters."),
  contentEncoding: text("How the text encodes bytes, such as base64."),
  contentMediaType: text("The media type of what the text holds."),
  contentSchema: schema("What the text holds."),
  minimum: number("The least value."),
  maximum: number("The largest value."),
  exclusiveMinimum: number("The value must be above this."),
  exclusiveMaximum: number("The value must be below this."),
  multipleOf: { description: "The value must be a multiple of this.", type: "number", exclusiveMinimum: 0 },
  items: schema("Each item, after those of prefixItems."),
  prefixItems: schemas("The first items, one by one."),
  minItems: count("The least number of items."),
  maxItems: count("The largest number of items."),
  uniqueItems: flag("No two items are the same."),
  contains: schema("At least one item."),
  minContains: count("How many items at least are as in contains."),
  maxContains: count("How many items at most are as in contains."),
  unevaluatedItems: schema("Items that nothing else speaks of."),
  properties: schemaMap("Properties by name."),
  patternProperties: schemaMap("Properties whose names match a regular expression."),
  additionalProperties: schema("All other properties. false: there are none."),
  unevaluatedProperties: schema("Properties that nothing else speaks of."),
  propertyNames: schema("Each name of a property."),
  required: { description: "Properties that must be there.", ...names },
  minProperties: count("The least number of properties."),
  maxProperties: count("The largest number of properties."),
  dependentRequired: map(names, "Properties that must be there if another one is."),
  dependentSchemas: schemaMap("Schemas that hold if a property is there."),
  allOf: schemas("All of these hold."),
  anyOf: schemas("At least one of these holds."),
  oneOf: schemas("Exactly one of these holds."),
  not: schema("This does not hold."),
  if: schema("Decides between then and else."),
  then: schema("Holds where if does."),
  else: schema("Holds where if doesn't."),
  readOnly: flag("Only in answers."),
  writeOnly: flag("Only in requests: it is never answered."),
  deprecated: flag("It is there, but should no longer be used."),
  discriminator: object(
    "The property that tells alternatives apart.",
    {
      propertyName: text("Its name."),
      mapping: map({ type: "string" }, "Schemas by the property's value."),
      defaultMapping: text("The schema where no other applies (3.2)."),
    },
    { required: ["propertyName"] },
  ),
  xml: object("How the value is written as XML.", {
    name: { type: "string" },
    namespace: { type: "string" },
    prefix: { type: "string" },
    attribute: { type: "boolean" },
    wrapped: { type: "boolean" },
  }),
  externalDocs: object("More to read.", { description: { type: "string" }, url: { type: "string" } }, { required: ["url"] }),
  "x-max-utf8-bytes": count("The largest number of bytes of the text in UTF-8."),
};

/** A Schema Object with the keywords that lint supports. */
export const schemaDefinitions: Properties = {
  Schema: {
    description: "A schema: which values are valid.",
    type: ["object", "boolean"],
    properties: keywords,
    patternProperties: { "^x-": {} },
    additionalProperties: false,
  },
};
