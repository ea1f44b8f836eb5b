/** A JSON Schema, as the functions below build it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The members of an object, by key. */
export type Properties = Readonly<Record<string, JsonSchema>>;

export const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ description, type: "string", ...more });

export const flag = (description: string): JsonSchema => ({ description, type: "boolean" });

export const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: "array", items, ...more });

export const map = (values: JsonSchema, description?: string): JsonSchema => ({
  ...(description !== undefined && { description }),
  type: "object",
  additionalProperties: values,
});

/** Returns an object of OpenAPI with these keys, and others that start with `x-`. */
export const object = (description: string, properties: Properties, more: JsonSchema = {}): JsonSchema => ({
  description,
  type: "object",
  properties,
  patternProperties: { "^x-": {} },
  additionalProperties: false,
  ...more,
});

/** Returns the definition, or a reference in its place. */
export const orReference = (name: string): JsonSchema => ({
  if: { type: "object", required: ["$ref"] },
  then: ref("Reference"),
  else: ref(name),
});
