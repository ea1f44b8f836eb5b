import { typesOf } from "../../templates/runtime/json.js";
import { isList, isObjectShape, parseText } from "../../templates/runtime/server/text.js";
import type { ScalarType, TextShape } from "../../templates/runtime/facts.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { bodyKind } from "../document/media-kind.js";
import { schemasIn } from "./schema.js";

/** The holder of the schemas that references name: a contract. */
export interface Holder {
  readonly schemas: ReadonlyMap<string, JsonValue>;
}

/** The order in which types are tried for a text: more specific ones come first. */
const scalars: readonly ScalarType[] = ["integer", "number", "boolean", "null", "string"];

const maxDepth = 4;

/** How to read text that a schema describes: the part of the schema that text can represent. */
export function textShape(schema: JsonValue | undefined, holder: Holder): TextShape {
  return shapeOf(schema, holder, maxDepth);
}

/** Whether a text is a single value, neither a list nor an object. */
export function isScalarShape(shape: TextShape): boolean {
  return !isList(shape) && !isObjectShape(shape);
}

function shapeOf(schema: JsonValue | undefined, holder: Holder, depth: number): TextShape {
  if (depth === 0) return ["string"];
  const parts = partsOf(schema, holder);
  const found = scalarsOf(parts);
  const hasLists = parts.some((part) => typesOf(part)?.includes("array"));
  const ofList = hasLists ? { ...listShape(parts, holder, depth), ...(found.length > 0 && { or: found }) } : undefined;
  if (parts.some(isObjectSchema)) {
    const or = ofList ?? (found.length > 0 ? found : undefined);
    return { ...objectShape(parts, holder, depth), ...(or && { or }) };
  }
  return ofList ?? (found.length > 0 ? found : ["string"]);
}

function isObjectSchema(part: JsonObject): boolean {
  return typesOf(part)?.includes("object") === true || ownObject(part, "properties") !== undefined;
}

/** The types of the values that are neither lists nor objects; none if no type is declared. */
function scalarsOf(parts: readonly JsonObject[]): readonly ScalarType[] {
  const types = new Set(
    parts.flatMap((part): readonly string[] => typesOf(part) ?? valuesOf(part).flatMap((value) => typeOfValue(value) ?? [])),
  );
  // Without any type, keywords for numbers say that there may be some, and other texts stay valid.
  const isOpen = !parts.some((part) => typesOf(part));
  if (isOpen && parts.some((part) => numeric.some((keyword) => own(part, keyword) !== undefined)))
    types.add("number").add("string");
  return scalars.filter((type) => types.has(type));
}

const numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;

function listShape(parts: readonly JsonObject[], holder: Holder, depth: number) {
  const [items, ...first] = itemSchemas(parts).map((item) => shapeOf(item, holder, depth - 1));
  return { items: items!, ...(first.length > 0 && { first }) };
}

/** The schema of the items of a list, then those of its first items where they have their own. */
function itemSchemas(parts: readonly JsonObject[]): readonly JsonValue[] {
  const rests = parts.map((part) => ["items", "unevaluatedItems"].flatMap((keyword) => schemasAt(part, keyword)));
  const tuples = parts.map((part) => {
    const items = own(part, "prefixItems");
    return Array.isArray(items) ? items : [];
  });
  const length = Math.max(0, ...tuples.map((tuple) => tuple.length));
  const first = Array.from({ length }, (_, index) => joined(tuples.flatMap((tuple, at) => tuple[index] ?? rests[at]!)));
  return [joined(rests.flat()), ...first];
}

/** The schema at a keyword, unless nothing fits it. */
function schemasAt(part: JsonObject, keyword: string): readonly JsonValue[] {
  const schema = own(part, keyword);
  return schema === undefined || schema === false ? [] : [schema];
}

/** Describes a value that all or some of the schemas describe. */
function joined(list: readonly JsonValue[]): JsonValue {
  return list.length < 2 ? (list[0] ?? true) : { anyOf: [...list] };
}

function objectShape(parts: readonly JsonObject[], holder: Holder, depth: number) {
  const { properties, others } = propertySchemas(parts);
  const shape = (schema: JsonValue) => shapeOf(schema, holder, depth - 1);
  return {
    properties: Object.fromEntries([...properties].map(([name, schema]) => [name, shape(schema)])),
    ...(others !== undefined && { others: shape(others) }),
  };
}

/** The schemas of the properties of an object, and that of properties that it has explicitly without naming them. */
function propertySchemas(parts: readonly JsonObject[]) {
  const schemas = new Map<string, JsonValue[]>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(ownObject(part, "properties") ?? {}))
      schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  }
  const others = parts.flatMap(openKeys);
  return {
    properties: new Map([...schemas].map(([name, list]) => [name, joined(list)])),
    others: others.length > 0 ? joined(others) : undefined,
  };
}

/** The schemas of properties that an object has explicitly without naming them. */
function openKeys(part: JsonObject): readonly JsonValue[] {
  const rest = ["additionalProperties", "unevaluatedProperties"].flatMap((keyword) => schemasAt(part, keyword));
  return [...rest, ...Object.values(ownObject(part, "patternProperties") ?? {})];
}

/** The schema and everything that it combines, also under conditions, through references, without duplicates. */
export function partsOf(schema: JsonValue | undefined, { schemas }: Holder): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const add = (one: JsonValue | undefined): void => {
    for (const part of schemasIn(schemas).of(one).pieces) {
      if (found.has(part)) continue;
      found.add(part);
      for (const keyword of conditions) schemasAt(part, keyword).forEach(add);
      Object.values(ownObject(part, "dependentSchemas") ?? {}).forEach(add);
    }
  };
  add(schema);
  return [...found];
}

const conditions = ["if", "then", "else"] as const;

function valuesOf(schema: JsonValue): readonly JsonValue[] {
  const values = own(schema, "enum");
  const constant = own(schema, "const");
  return [...(Array.isArray(values) ? values : []), ...(constant === undefined ? [] : [constant])];
}

function typeOfValue(value: JsonValue): ScalarType | undefined {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" || typeof value === "string" ? (typeof value as "boolean" | "string") : undefined;
}

/** Whether a parameter is JSON. Text in `content` is a single value, which is written as it is. */
export function isJsonText(parameter: { mediaType: string | undefined; schema: JsonValue | undefined }, holder: Holder): boolean {
  const { mediaType, schema } = parameter;
  if (mediaType === undefined) return false;
  const kind = bodyKind(mediaType, schema, holder.schemas);
  return (kind !== "text" && kind !== "bytes") || isNested(textShape(schema, holder));
}

/** How a parameter is written. */
interface Serialization {
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
}

/** Whether each property of an object is a pair with its own name in the query or the cookies. */
export function isSpread({ style, explode }: Serialization): boolean {
  return explode && (style === "form" || style === "cookie");
}

/** Whether no form of an object is defined. */
function isDelimited({ style, explode }: Serialization): boolean {
  return explode && (style === "spaceDelimited" || style === "pipeDelimited");
}

/** Whether an object has properties with any names in the query or the cookies. */
export function takesOtherNames(serialization: Serialization, shape: TextShape): boolean {
  return isSpread(serialization) && isObjectShape(shape) && shape.others !== undefined;
}

/** Whether some values of a parameter, valid or not, are read as others by their text. */
export function needsReadBack(serialization: Serialization, schema: JsonValue, holder: Holder): boolean {
  const shape = textShape(schema, holder);
  if (isObjectShape(shape) && (isSpread(serialization) || isDelimited(serialization) || shape.others !== undefined)) return true;
  const isAmbiguous = (inner: TextShape): boolean => {
    if (isList(inner))
      return inner.or !== undefined || [inner.items, ...(inner.first ?? [])].some((one) => isNested(one) || isAmbiguous(one));
    if (isObjectShape(inner))
      return inner.or !== undefined || Object.values(inner.properties).some((one) => isNested(one) || isAmbiguous(one));
    return inner.length > 1 && inner.includes("string");
  };
  return isAmbiguous(shape) || isUntyped(schema, holder);
}

const isNested = (shape: TextShape) => isList(shape) || isObjectShape(shape);

function isUntyped(schema: JsonValue | undefined, holder: Holder): boolean {
  const parts = partsOf(schema, holder);
  const isTyped = (part: JsonObject) =>
    typesOf(part) !== undefined || Object.hasOwn(part, "enum") || Object.hasOwn(part, "const");
  return !parts.some((part) => isTyped(part) || isObjectSchema(part));
}

const ambiguous = "strings that read as other values";

/** The valid values of a parameter whose text is not defined, or is that of others; `undefined`: none. */
export function undefinedValues(serialization: Serialization, schema: JsonValue | undefined, holder: Holder): string | undefined {
  const isPaired = isSpread(serialization) || serialization.style === "deepObject";
  const visit = (inner: JsonValue | undefined, depth: number): string | undefined => {
    const parts = partsOf(inner, holder);
    const shape = textShape(inner, holder);
    if (isUntyped(inner, holder)) return depth > 0 ? undefined : "lists and objects";
    if (isObjectShape(shape)) {
      if (depth > 0) return "nested lists and objects";
      if (isDelimited(serialization)) return "objects";
      if (shape.or && !isPaired) return "both objects and other values";
      if (shape.or && !isList(shape.or) && !isObjectShape(shape.or) && hasAmbiguousText(parts, shape.or)) return ambiguous;
      const { properties, others } = propertySchemas(parts);
      const inside = [...properties.values(), ...(others === undefined ? [] : [others])];
      if (serialization.style === "deepObject" && [...properties.keys()].some((name) => /[[\]]/.test(name)))
        return "properties with brackets in their names";
      return (
        first(inside, (one) => visit(one, isPaired && isList(textShape(one, holder)) ? 0 : 1)) ??
        first(shape.or && isList(shape.or) ? itemSchemas(parts) : [], (one) => visit(one, 1))
      );
    }
    if (isList(shape)) {
      if (depth > 0) return "nested lists and objects";
      if (shape.or) return "both lists and single values";
      return first(itemSchemas(parts), (one) => visit(one, 1));
    }
    return hasAmbiguousText(parts, shape) ? ambiguous : undefined;
  };
  return visit(schema, 0);
}

function first<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Formats whose texts are never those of numbers, booleans or null. */
const distinctFormats: ReadonlySet<unknown> = new Set([
  "date",
  "date-time",
  "time",
  "duration",
  "uuid",
  "email",
  "uri",
  "ipv4",
  "ipv6",
]);

/** Whether a text may be a string as well as a value of another type. A string "null" next to null doesn't count. */
function hasAmbiguousText(parts: readonly JsonObject[], types: readonly ScalarType[]): boolean {
  const others = types.filter((type) => type !== "string" && type !== "null");
  if (!types.includes("string") || others.length === 0) return false;
  const texts = parts.flatMap(valuesOf).filter((value) => typeof value === "string");
  if (texts.some((text) => typeof parseText(text, others) !== "string")) return true;
  return parts.some(
    (part) => typesOf(part)?.includes("string") && valuesOf(part).length === 0 && !distinctFormats.has(own(part, "format")),
  );
}
