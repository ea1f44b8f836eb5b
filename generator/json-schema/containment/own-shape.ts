import { typesOf } from "../../../templates/runtime/json-schema/json-type.js";
import { own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { foreignMarks, hasMark } from "../../document/property-mark.js";
import { propertySchemas } from "../variants/marked-schemas.js";
import { componentName } from "../../document/reference.js";
import { ownConditions } from "./own-conditions.js";
import {
  lowerBounds,
  upperBounds,
  type Bound,
  type Constraint,
  type ListFacet,
  type ObjectFacet,
  type Shape,
  type Source,
} from "./shape.js";
import { allTypes, typeOf, typeSet, type TypeName } from "./type-set.js";
import type { SchemaView } from "./view.js";

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

/** What a schema's own keywords say, without those that combine schemas. Nothing where no type or value is left. */
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
    formats: constraint(schema, "format", (value) => typeof value === "string") as Constraint<string>[],
    unique: schema["uniqueItems"] === true ? { schema, keyword: "uniqueItems" } : undefined,
    contents: ["contentSchema", "contentMediaType", "contentEncoding"].some((key) => own(schema, key) !== undefined)
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

function ownTypes(schema: JsonObject): { types: number; isInteger: boolean } {
  const names = typesOf(schema);
  if (!names) return { types: allTypes, isInteger: false };
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

/** To a reader, a closed object is open. */
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

/** A shape without what is required of the other side only: what one schema requires, another of the shape may mark. */
export function withoutForeign(shape: Shape, view: SchemaView): Shape {
  const { direction } = view;
  if (direction === undefined) return shape;
  const resolve = (ref: string) => (componentName(ref, "schemas") === undefined ? undefined : view.resolve(ref));
  const isNeeded = (name: string) =>
    !shape.objects.some(({ schema }) =>
      propertySchemas(schema, name).some((part) => hasMark(part, foreignMarks[direction], resolve)),
    );
  const required = new Map([...shape.required].filter(([name]) => isNeeded(name)));
  const conditions = shape.conditions.map((condition) =>
    condition.kind === "dependent" ? { ...condition, names: condition.names.filter(isNeeded) } : condition,
  );
  return { ...shape, required, conditions };
}
