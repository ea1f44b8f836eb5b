import { isObject, own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { componentName, referenceOf } from "./reference.js";

/** The versions of OpenAPI that are compiled. */
export type OpenApiVersion = "3.0" | "3.1" | "3.2";

/** Returns the version of OpenAPI that a loaded document declares. */
export function openApiVersion(document: JsonObject): OpenApiVersion {
  return String(document["openapi"]).slice(0, 3) as OpenApiVersion;
}

/** The kinds of objects in an OpenAPI document. */
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

/** The content of a field: an object of a kind, a list of them, or a map from names to them. */
export type Child = { readonly one: Kind } | Container;

/** A list of objects of a kind, or a map from names to them. */
export type Container = { readonly list: Kind } | { readonly map: Kind };

interface ObjectStructure {
  readonly fields: Readonly<Record<string, Child>>;
  /** Keys other than those in `fields`, except `x-` ones. */
  readonly others?: Kind;
  /** The section of `components` for such objects; only these can be the target of a `$ref`. */
  readonly section?: string;
}

/** The subject of a keyword's schemas, relative to the value of the schema with the keyword. */
export type Subject = "value" | "property" | "item" | "name" | "content" | "nothing";

/** A keyword of JSON Schema whose value contains schemas. */
export interface SubschemaKeyword {
  readonly holds: "one" | "list" | "map";
  readonly subject: Subject;
  /** False if the schemas are only conditions: valid values may violate them. */
  readonly asserts: boolean;
}

const keyword = (holds: SubschemaKeyword["holds"], subject: Subject, asserts = true): SubschemaKeyword => ({
  holds,
  subject,
  asserts,
});

/** Every keyword of OpenAPI 3.0, 3.1 and JSON Schema 2020-12 that contains schemas. All traversals of schemas use it. */
export const subschemaKeywords: Readonly<Record<string, SubschemaKeyword>> = {
  allOf: keyword("list", "value"),
  anyOf: keyword("list", "value"),
  oneOf: keyword("list", "value"),
  not: keyword("one", "value", false),
  if: keyword("one", "value", false),
  then: keyword("one", "value"),
  else: keyword("one", "value"),
  dependentSchemas: keyword("map", "value"),
  properties: keyword("map", "property"),
  patternProperties: keyword("map", "property"),
  additionalProperties: keyword("one", "property"),
  unevaluatedProperties: keyword("one", "property"),
  propertyNames: keyword("one", "name"),
  items: keyword("one", "item"),
  prefixItems: keyword("list", "item"),
  contains: keyword("one", "item", false),
  unevaluatedItems: keyword("one", "item"),
  additionalItems: keyword("one", "item"),
  contentSchema: keyword("one", "content"),
  $defs: keyword("map", "nothing", false),
  definitions: keyword("map", "nothing", false),
};

/** Keywords whose schemas describe the same value as their own schema. */
export const inPlaceKeywords: readonly string[] = Object.keys(subschemaKeywords).filter(
  (name) => subschemaKeywords[name]!.subject === "value",
);

/** The methods of a Path Item Object, sorted, like everything that determines the output. `query` is new in OpenAPI 3.2. */
export const httpMethods = ["delete", "get", "head", "options", "patch", "post", "put", "query", "trace"] as const;

const one = (kind: Kind): Child => ({ one: kind });
const list = (kind: Kind): Child => ({ list: kind });
const map = (kind: Kind): Child => ({ map: kind });
const holders = { one, list, map };

const schemaFields: Record<string, Child> = { discriminator: one("discriminator") };
for (const [name, { holds }] of Object.entries(subschemaKeywords)) schemaFields[name] = holders[holds]("schema");

const encodings = { encoding: map("encoding"), prefixEncoding: list("encoding"), itemEncoding: one("encoding") };

const content = { content: map("mediaType"), examples: map("example"), schema: one("schema") };

/**
 * A table of OpenAPI 3.0, 3.1 and 3.2 documents: the kinds of objects by key. All other keys contain
 * plain data. `childAt` adds `x-<prefix>-<type>-actions`, because its name varies.
 */
export const structure: Readonly<Record<Kind, ObjectStructure>> = {
  root: { fields: { paths: one("paths"), webhooks: map("pathItem"), components: one("components") } },
  paths: { fields: {}, others: "pathItem" },
  pathItem: {
    section: "pathItems",
    fields: {
      ...Object.fromEntries(httpMethods.map((method) => [method, one("operation")])),
      additionalOperations: map("operation"),
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
  mediaType: {
    section: "mediaTypes",
    fields: { schema: one("schema"), itemSchema: one("schema"), examples: map("example"), ...encodings },
  },
  encoding: { fields: { headers: map("header"), ...encodings } },
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
      mediaTypes: map("mediaType"),
    },
  },
  schema: { section: "schemas", fields: schemaFields },
  discriminator: { fields: {} },
  actions: { fields: {}, others: "action" },
  action: {
    fields: {
      body: one("schema"),
      result: one("schema"),
      parameters: list("parameter"),
      requestBody: one("requestBody"),
      responses: one("responses"),
    },
  },
};

/** Names of the kinds for messages. */
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

/** Returns whether a key is that of an action map. */
export type IsActions = (key: string) => boolean;

/** Returns the content of an object's field; `undefined` for plain data. `isActions` recognizes the keys of action maps. */
export function childAt(kind: Kind, key: string, isActions: IsActions): Child | undefined {
  const { fields, others } = structure[kind];
  if (Object.hasOwn(fields, key)) return fields[key];
  const isExtension = key.startsWith("x-");
  if (isExtension && (kind === "operation" || kind === "root") && isActions(key)) return one("actions");
  return others && (!isExtension || kind === "actions") ? one(others) : undefined;
}

/** Like `childAt`, given the value: next to the entries of a map such as a callback, a reference is not an entry. */
function partAt(kind: Kind, key: string, value: JsonValue, isActions: IsActions): Child | undefined {
  return key === "$ref" && typeof value === "string" ? undefined : childAt(kind, key, isActions);
}

/** The location of a part of a document within its object. */
export interface Slot {
  readonly holder: JsonObject;
  readonly key: string;
  /** The name or index below the key, if the key contains a map or a list. */
  readonly name?: string | number;
}

const noActions: IsActions = () => false;

/** Calls back with each OpenAPI object and schema in an object, in the order of its keys. */
export function forEachChild(
  value: JsonObject,
  kind: Kind,
  visit: (child: JsonValue, kind: Kind, slot: Slot) => void,
  isActions = noActions,
): void {
  for (const key of Object.keys(value)) {
    const item = value[key]!;
    const child = partAt(kind, key, item, isActions);
    if (!child) continue;
    if ("one" in child) visit(item, child.one, { holder: value, key });
    else if ("list" in child && Array.isArray(item))
      item.forEach((entry, name) => visit(entry, child.list, { holder: value, key, name }));
    else if ("map" in child && isObject(item))
      for (const name of Object.keys(item)) visit(item[name]!, child.map, { holder: value, key, name });
  }
}

/** Options of `mapChildren`. */
export interface MapOptions {
  readonly isActions?: IsActions;
  /** The order of keys in the copy; by default that of the original. */
  readonly order?: (a: string, b: string) => number;
  /** Converts plain data, by its key; by default it is shared with the original. */
  readonly mapData?: (value: JsonValue, key: string) => JsonValue;
  /** Receives the value in place of a list or a map of objects; a returned value replaces it and is not visited. */
  readonly replace?: (value: JsonValue, container: Container, holder: JsonObject, key: string) => JsonValue | undefined;
  /** Receives each object, list and map that was copied. */
  readonly onCopy?: (from: object, to: object) => void;
}

/** Copies an object with each of its parts replaced. */
export function mapChildren(
  value: JsonObject,
  kind: Kind,
  change: (child: JsonValue, kind: Kind, slot: Slot) => JsonValue,
  options: MapOptions = {},
): JsonObject {
  const { isActions = noActions, order, mapData, replace, onCopy } = options;
  const keysOf = (map: JsonObject) => (order ? Object.keys(map).sort(order) : Object.keys(map));
  const copy: JsonObject = {};
  onCopy?.(value, copy);
  for (const key of keysOf(value)) {
    const item = value[key]!;
    const child = partAt(kind, key, item, isActions);
    copy[key] = child ? mapChild(item, child, key) : mapData ? mapData(item, key) : item;
  }
  return copy;

  function mapChild(item: JsonValue, child: Child, key: string): JsonValue {
    if ("one" in child) return change(item, child.one, { holder: value, key });
    const replaced = replace?.(item, child, value, key);
    if (replaced !== undefined) return replaced;
    if ("list" in child) {
      if (!Array.isArray(item)) return item;
      const list = item.map((entry, name) => change(entry, child.list, { holder: value, key, name }));
      onCopy?.(item, list);
      return list;
    }
    if (!isObject(item)) return item;
    const map: JsonObject = {};
    onCopy?.(item, map);
    for (const name of keysOf(item)) map[name] = change(item[name]!, child.map, { holder: value, key, name });
    return map;
  }
}

/** Calls back with each subschema, its keyword, and its name or index below the keyword. Doesn't follow references. */
export function forEachSubschema(
  schema: JsonObject,
  visit: (subschema: JsonValue, keyword: SubschemaKeyword, slot: Slot) => void,
): void {
  for (const key of Object.keys(schema)) {
    if (!Object.hasOwn(subschemaKeywords, key)) continue;
    const keyword = subschemaKeywords[key]!;
    const item = schema[key]!;
    if (keyword.holds === "one") visit(item, keyword, { holder: schema, key });
    else if (keyword.holds === "list") {
      if (Array.isArray(item)) item.forEach((entry, name) => visit(entry, keyword, { holder: schema, key, name }));
    } else if (isObject(item)) {
      for (const name of Object.keys(item)) visit(item[name]!, keyword, { holder: schema, key, name });
    }
  }
}

/** A reachable part of a document. */
export interface Reached {
  readonly value: JsonObject;
  readonly kind: Kind;
  /** The previously visited part that contains or references it. */
  readonly from: Reached | undefined;
  /** Absent for starting points. For the target of a reference, the component's location. */
  readonly slot: Slot | undefined;
}

/**
 * Visits each object that is reachable from the starting points, once, on the shortest path through parts and references.
 * `enter` filters the parts to visit; all of them by default.
 */
export function* reachable(
  document: JsonObject,
  roots: readonly { readonly value: JsonValue | undefined; readonly kind: Kind }[],
  enter: (kind: Kind, slot: Slot, from: Reached) => boolean = () => true,
): Generator<Reached> {
  const components = ownObject(document, "components");
  const seen = new Set<JsonValue>();
  const queue: Reached[] = [];
  const add = (value: JsonValue | undefined, kind: Kind, from: Reached | undefined, slot: Slot | undefined): void => {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    queue.push({ value, kind, from, slot });
  };
  for (const { value, kind } of roots) add(value, kind, undefined, undefined);
  for (const reached of queue) {
    yield reached;
    for (const [kind, ref] of referencesOf(reached)) {
      const section = structure[kind].section;
      const name = section === undefined ? undefined : componentName(ref, section);
      const holder = section === undefined ? undefined : ownObject(components, section);
      if (!holder || name === undefined) continue;
      add(own(holder, name), kind, reached, { holder, key: name });
    }
    forEachChild(reached.value, reached.kind, (child, kind, slot) => {
      if (enter(kind, slot, reached)) add(child, kind, reached, slot);
    });
  }
}

/** Returns the references of an object: its `$ref`, or the mapping of a discriminator. */
function referencesOf({ value, kind }: Reached): [Kind, string][] {
  if (kind === "discriminator") {
    const targets = [...Object.values(ownObject(value, "mapping") ?? {}), own(value, "defaultMapping")];
    return targets.flatMap((ref): [Kind, string][] => (typeof ref === "string" ? [["schema", ref]] : []));
  }
  const ref = referenceOf(value);
  return ref === undefined ? [] : [[kind, ref]];
}

/** Returns the schemas in one keyword of a schema. */
export function subschemasAt(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const value = own(schema, keyword);
  if (value === undefined || !Object.hasOwn(subschemaKeywords, keyword)) return [];
  const { holds } = subschemaKeywords[keyword]!;
  if (holds === "one") return [value];
  if (holds === "list") return Array.isArray(value) ? value : [];
  return isObject(value) ? Object.values(value) : [];
}

/** Returns every schema in a keyword of another; doesn't follow references. */
export function subschemas(schema: JsonObject): JsonValue[] {
  const found: JsonValue[] = [];
  forEachSubschema(schema, (subschema) => found.push(subschema));
  return found;
}
