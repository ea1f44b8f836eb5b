import { typesOf } from "../../../templates/runtime/json.js";
import { type JsonObject, type JsonValue, own, ownObject, ownString, ownStrings } from "../../document/json-value.js";
import { propertySchemas } from "../variants/property-schemas.js";
import { isFile } from "../../document/media-kind.js";
import { isOpaque } from "./keywords.js";
import {
  type Bound,
  type Condition,
  type Constraint,
  type ListFacet,
  lowerBounds,
  type ObjectFacet,
  type Shape,
  type Source,
  upperBounds,
  type Conjunction,
  type SchemaView,
} from "./shape.js";
import { allTypes, type TypeName, typeOf, typeSet } from "./type-set.js";

/** The shape that accepts everything. */
export const anyShape: Shape = {
  types: allTypes,
  isInteger: false,
  typeSource: undefined,
  values: undefined,
  bounds: new Map(),
  multiples: [],
  patterns: [],
  formats: [],
  unique: undefined,
  contents: [],
  objects: [],
  lists: [],
  required: new Map(),
  names: [],
  excluded: [],
  conditions: [],
  branches: [],
};

/** Returns the shape of a schema's own keywords, except those that combine schemas; nothing if no value is possible. */
export function ownShape(schema: JsonObject, view: SchemaView): Shape | undefined {
  const values = ownValues(schema);
  const { types, isInteger } = ownTypes(schema);
  const both = values ? types & values.value.reduce<number>((set, value) => set | typeSet(typeOf(value)), 0) : types;
  if (both === 0) return undefined;
  return {
    ...anyShape,
    types: both,
    isInteger,
    typeSource: source(schema, "type") ?? values,
    values,
    bounds: ownBounds(schema),
    multiples: constraint(schema, "multipleOf", (value) => typeof value === "number" && value > 0) as Constraint<number>[],
    patterns: constraint(schema, "pattern", (value) => typeof value === "string") as Constraint<string>[],
    formats: ownFormats(schema),
    unique: schema["uniqueItems"] === true ? { schema, keyword: "uniqueItems" } : undefined,
    contents: ["contentSchema", "contentMediaType", "contentEncoding"].some(
      (key) => own(schema, key) !== undefined && !isBinary(schema, key),
    )
      ? [{ schema }]
      : [],
    objects: ownObjects(schema, view),
    lists: ownLists(schema),
    required: ownRequired(schema),
    names: constraint(schema, "propertyNames", () => true),
    excluded: own(schema, "not") === undefined ? [] : [{ schema, keyword: "not", value: view.strict.node([schema["not"]!]) }],
    conditions: ownConditions(schema, view),
  };
}

function source(schema: JsonObject, keyword: string): Source | undefined {
  return own(schema, keyword) === undefined ? undefined : { schema, keyword };
}

function constraint(schema: JsonObject, keyword: string, isRight: (value: JsonValue) => boolean): Constraint<JsonValue>[] {
  const value = own(schema, keyword);
  return value !== undefined && isRight(value) ? [{ schema, keyword, value }] : [];
}

/**
 * OpenAPI 3.0 writes bytes as `format: binary` or `byte`, 3.1 as `contentMediaType` or `contentEncoding: base64`; both are one format
 * here.
 */
function ownFormats(schema: JsonObject): Constraint<string>[] {
  const found = constraint(schema, "format", (value) => typeof value === "string") as Constraint<string>[];
  for (const [keyword, value] of [
    ["contentMediaType", "binary"],
    ["contentEncoding", "byte"],
  ] as const) {
    const isNew = isBinary(schema, keyword) && !found.some((format) => format.value === value);
    if (isNew) found.push({ schema, keyword, value });
  }
  return found;
}

/** Returns whether a keyword means the same as a format of OpenAPI 3.0. The media type of a file is compared elsewhere. */
export function isBinary(schema: JsonObject, keyword: string): boolean {
  if (keyword === "contentEncoding") return /^base64$/i.test(ownString(schema, keyword) ?? "");
  return keyword === "contentMediaType" && isFile(schema);
}

function ownTypes(schema: JsonObject): { types: number; isInteger: boolean } {
  const names = typesOf(schema);
  // A file is a string, also without the type, as OpenAPI 3.1 proposes to write it.
  if (!names) return { types: isFile(schema) ? typeSet("string") : allTypes, isInteger: false };
  const types = names.reduce((set, name) => set | typeSet(name === "integer" ? "number" : (name as TypeName)), 0);
  return { types, isInteger: names.includes("integer") && !names.includes("number") };
}

function ownValues(schema: JsonObject): Shape["values"] {
  const constant = own(schema, "const");
  const list = own(schema, "enum");
  if (constant !== undefined) return { schema, keyword: "const", value: [constant] };
  return Array.isArray(list) ? { schema, keyword: "enum", value: list } : undefined;
}

function ownBounds(schema: JsonObject): Shape["bounds"] {
  const bounds = new Map<Bound, Constraint<number>>();
  for (const keyword of [...upperBounds, ...lowerBounds]) {
    const value = own(schema, keyword);
    if (typeof value === "number") bounds.set(keyword, { schema, keyword, value });
  }
  return bounds;
}

function ownObjects(schema: JsonObject, view: SchemaView): ObjectFacet[] {
  const properties = ownObject(schema, "properties");
  const patterns = ownObject(schema, "patternProperties");
  const additional = withoutClosing(own(schema, "additionalProperties"), view);
  if (!properties && !patterns && additional === undefined) return [];
  return [{ schema, properties: properties ?? {}, patterns: patterns ?? {}, additional }];
}

/** Readers treat a closed object as open. */
export function withoutClosing(additional: JsonValue | undefined, view: SchemaView): JsonValue | undefined {
  return additional === false && view.isOpen ? undefined : additional;
}

function ownLists(schema: JsonObject): ListFacet[] {
  const prefix = own(schema, "prefixItems");
  const items = own(schema, "items");
  if (!Array.isArray(prefix) && items === undefined) return [];
  return [{ schema, prefix: Array.isArray(prefix) ? prefix : [], items }];
}

function ownRequired(schema: JsonObject): Shape["required"] {
  return new Map(ownStrings(schema, "required").map((name) => [name, { schema, keyword: "required" }]));
}

/** Removes requirements that only concern the other side: another schema of the shape may mark a required property. */
export function withoutForeign(shape: Shape, view: SchemaView): Shape {
  if (view.direction === undefined) return shape;
  const isNeeded = (name: string) =>
    !shape.objects.some(({ schema }) => propertySchemas(schema, name).some((part) => view.isForeign(part)));
  const required = new Map([...shape.required].filter(([name]) => isNeeded(name)));
  const conditions = shape.conditions.map((condition) =>
    condition.kind === "dependent" ? { ...condition, names: condition.names.filter(isNeeded) } : condition,
  );
  return { ...shape, required, conditions };
}

/** Returns a schema's conditions, and keywords that can't be interpreted. */
function ownConditions(schema: JsonObject, view: SchemaView): Condition[] {
  const conditions: Condition[] = [];
  const add = (condition: Condition) => void conditions.push(condition);
  const nodes = (...list: (JsonValue | undefined)[]): Conjunction => view.node(list.filter((item) => item !== undefined));
  const required = ownObject(schema, "dependentRequired") ?? {};
  for (const property of Object.keys(required)) {
    const names = ownStrings(required, property);
    const text = `dependentRequired ${property} ${names.toSorted().join()}`;
    add({ kind: "dependent", schema, keyword: "dependentRequired", property, names, node: nodes(), text });
  }
  const schemas = ownObject(schema, "dependentSchemas") ?? {};
  for (const [property, value] of Object.entries(schemas)) {
    const node = nodes(value);
    const text = `dependentSchemas ${property} ${node.meaning}`;
    add({ kind: "dependent", schema, keyword: "dependentSchemas", property, names: [], node, text });
  }
  if (own(schema, "if") !== undefined) {
    const parts = { if: view.strict.node([schema["if"]!]), then: nodes(own(schema, "then")), else: nodes(own(schema, "else")) };
    const text = `if ${parts.if.meaning} then ${parts.then.meaning} else ${parts.else.meaning}`;
    add({ kind: "if", schema, keyword: "if", ...parts, text });
  }
  if (own(schema, "contains") !== undefined) {
    const { minContains: least, maxContains: most } = schema;
    const node = view.strict.node([schema["contains"]!]);
    const bounds = { least: typeof least === "number" ? least : 1, most: typeof most === "number" ? most : Infinity };
    add({
      kind: "contains",
      schema,
      keyword: "contains",
      node,
      ...bounds,
      text: `contains ${node.meaning} ${bounds.least} ${bounds.most}`,
    });
  }
  for (const keyword of Object.keys(schema)) {
    if (!isOpaque(keyword, schema)) continue;
    add({ kind: "opaque", schema, keyword, text: `${keyword} ${JSON.stringify(schema[keyword])}` });
  }
  return conditions;
}
