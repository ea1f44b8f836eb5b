import { own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";

/** The kinds of objects in an OpenAPI document that the loader tells apart. */
export type Kind =
  | "root"
  | "paths"
  | "pathItem"
  | "operation"
  | "parameter"
  | "requestBody"
  | "mediaType"
  | "encoding"
  | "responses"
  | "response"
  | "header"
  | "example"
  | "link"
  | "callback"
  | "securityScheme"
  | "components"
  | "schema"
  | "discriminator"
  | "actions"
  | "action";

/** What stands under a key: one object of a kind, a list of them, or a map from names to them. */
export type Child = { readonly one: Kind } | { readonly list: Kind } | { readonly map: Kind };

interface Shape {
  readonly fields: Readonly<Record<string, Child>>;
  /** Keys that are not in `fields`, except `x-` ones. */
  readonly others?: Kind;
  /** The section of `components` that holds such objects; only these can stand behind a `$ref`. */
  readonly section?: string;
}

const one = (kind: Kind): Child => ({ one: kind });
const list = (kind: Kind): Child => ({ list: kind });
const map = (kind: Kind): Child => ({ map: kind });

const schemaFields: Record<string, Child> = {
  discriminator: one("discriminator"),
};
for (const key of [
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
  "additionalItems",
]) {
  schemaFields[key] = one("schema");
}
for (const key of ["allOf", "anyOf", "oneOf", "prefixItems"]) schemaFields[key] = list("schema");
for (const key of ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]) {
  schemaFields[key] = map("schema");
}

const content = { content: map("mediaType"), examples: map("example"), schema: one("schema") };

/**
 * The OpenAPI 3.0 and 3.1 documents as a table: which keys hold which kind of object. Whatever is not listed is
 * plain data. `x-<prefix>-<type>-actions` is added by the walker, because its name varies.
 */
export const structure: Readonly<Record<Kind, Shape>> = {
  root: { fields: { paths: one("paths"), webhooks: map("pathItem"), components: one("components") } },
  paths: { fields: {}, others: "pathItem" },
  pathItem: {
    section: "pathItems",
    fields: {
      ...Object.fromEntries(
        ["get", "put", "post", "delete", "options", "head", "patch", "trace"].map((method) => [method, one("operation")]),
      ),
      parameters: list("parameter"),
    },
  },
  operation: {
    fields: {
      parameters: list("parameter"),
      requestBody: one("requestBody"),
      responses: one("responses"),
      callbacks: map("callback"),
    },
  },
  parameter: { section: "parameters", fields: content },
  requestBody: { section: "requestBodies", fields: { content: map("mediaType") } },
  mediaType: { fields: { schema: one("schema"), examples: map("example"), encoding: map("encoding") } },
  encoding: { fields: { headers: map("header") } },
  responses: { fields: {}, others: "response" },
  response: { section: "responses", fields: { headers: map("header"), content: map("mediaType"), links: map("link") } },
  header: { section: "headers", fields: content },
  example: { section: "examples", fields: {} },
  link: { section: "links", fields: {} },
  callback: { section: "callbacks", fields: {}, others: "pathItem" },
  securityScheme: { section: "securitySchemes", fields: {} },
  components: {
    fields: {
      schemas: map("schema"),
      responses: map("response"),
      parameters: map("parameter"),
      examples: map("example"),
      requestBodies: map("requestBody"),
      headers: map("header"),
      securitySchemes: map("securityScheme"),
      links: map("link"),
      callbacks: map("callback"),
      pathItems: map("pathItem"),
    },
  },
  schema: { section: "schemas", fields: schemaFields },
  discriminator: { fields: {} },
  actions: { fields: {}, others: "action" },
  action: { fields: { body: one("schema"), result: one("schema") } },
};

/** Every schema that stands in a keyword of another. */
export function subschemas(schema: JsonObject): JsonValue[] {
  return Object.entries(schemaFields).flatMap(([keyword, child]): readonly JsonValue[] => {
    const value = own(schema, keyword);
    if (value === undefined || keyword === "discriminator") return [];
    if ("one" in child) return [value];
    if ("list" in child) return Array.isArray(value) ? value : [];
    return Object.values(ownObject(schema, keyword) ?? {});
  });
}

/** In words, for messages. */
export const kindNames: Readonly<Record<Kind, string>> = {
  root: "a document",
  paths: "a paths object",
  pathItem: "a path item",
  operation: "an operation",
  parameter: "a parameter",
  requestBody: "a request body",
  mediaType: "a media type",
  encoding: "an encoding",
  responses: "a responses object",
  response: "a response",
  header: "a header",
  example: "an example",
  link: "a link",
  callback: "a callback",
  securityScheme: "a security scheme",
  components: "a components object",
  schema: "a schema",
  discriminator: "a discriminator",
  actions: "a map of actions",
  action: "an action",
};

/** What stands under a key of an object; `undefined` for plain data. `isActions` knows the keys of action maps. */
export function childAt(kind: Kind, key: string, isActions: (key: string) => boolean): Child | undefined {
  const { fields, others } = structure[kind];
  if (Object.hasOwn(fields, key)) return fields[key];
  const isExtension = key.startsWith("x-");
  if (isExtension && (kind === "operation" || kind === "root") && isActions(key)) return one("actions");
  return others && (!isExtension || kind === "actions") ? one(others) : undefined;
}
