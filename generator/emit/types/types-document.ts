import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { itemSchemaOf } from "../../document/item-schemas.js";
import { isPartList } from "../../document/part-lists.js";
import { noWrittenIntegers, type WrittenIntegers } from "../../document/written-integers.js";
import { childAt, mapChildren, type Kind } from "../../document/visitor.js";
import { bodyKind, essenceOf, mediaKind } from "../../document/media-kind.js";
import type { AskAbout } from "../../json-schema/schema-questions.js";
import { schemasIn, type Schemas } from "../../json-schema/schema.js";
import { fileFacts, fileMark, fileSchema } from "../../json-schema/variants/variant.js";
import { discriminatedBranches } from "./discriminated-branches.js";
import { declareConditional, declareNames, describeRest } from "./open-properties.js";
import { commentText } from "../../typescript/encode.js";

/** Marks a schema that requires properties that other schemas declare: `{ schema, required }`. */
export const requiredMark = "x-openapi-actions-required";

/** Marks a sequence; it contains the schema of the items. */
export const itemsMark = "x-openapi-actions-items";

/** Marks an item of a tuple that may be missing; it contains the schema of the item. */
export const optionalMark = "x-openapi-actions-optional";

/** Marks the items after those of a tuple; it contains their schema. */
export const restMark = "x-openapi-actions-rest";

/** The name of a query parameter that represents the whole query string: a code point that no text contains. */
export const querystringMark = "\u{f0025}";

/** Represents `#` in an operation's id, where openapi-typescript would write a slash: a code point that no text contains. */
export const hashMark = "\u{f0023}";

/**
 * The document for openapi-typescript: the same set of values, in the keywords for which it prints the right types, and with
 * texts that are safe inside comments. It is used for types only, never for validators.
 */
export function buildTypesDocument(document: JsonObject, integers = noWrittenIntegers): JsonObject {
  return rewrite(document, "root", { schemas: schemasIn(document), integers }) as JsonObject;
}

const texts = new Set(["title", "summary", "description"]);

interface Context {
  readonly schemas: Schemas;
  readonly integers: WrittenIntegers;
}

function rewrite(value: JsonValue, kind: Kind, context: Context): JsonValue {
  if (!isObject(value)) return value;
  const told = kind === "schema" ? withDiscriminators(value, context.schemas) : value;
  const copy = mapChildren(told, kind, (child, childKind, { name }) =>
    rewrite(childKind === "mediaType" ? withBytes(child, String(name), context) : child, childKind, context),
  );
  if (kind === "schema" && !context.schemas.of(value).hasValidDefault) delete copy["default"];
  for (const key of Object.keys(copy)) {
    const item = copy[key]!;
    const isText = texts.has(key) && !childAt(kind, key, () => false);
    if (isText && typeof item === "string") copy[key] = commentText(item).join("\n");
    else if (isText || (key.startsWith("x-") && key !== fileMark)) delete copy[key];
  }
  if (kind === "operation" && typeof copy["operationId"] === "string") {
    copy["operationId"] = copy["operationId"].replaceAll("#", hashMark);
  }
  if (kind === "mediaType" && itemSchemaOf(value) !== undefined) {
    const { itemSchema } = copy;
    return { ...copy, schema: { [itemsMark]: isObject(itemSchema) ? itemSchema : {}, type: "object" } };
  }
  // Bundling copies path items to where they are used, and each operation has one type.
  if (kind === "components") delete copy["pathItems"];
  if (kind === "parameter" || kind === "header") return rewriteParameter(copy);
  if (kind !== "schema") return copy;
  const { inherited, open, declared } = context.schemas.ask(aboutPresence, value);
  declareNames(copy, own(value, "propertyNames"), context.schemas);
  declareOpen(copy, open);
  declareConditional(copy, value, declared, context.schemas);
  describeRest(copy);
  return requireInherited(rewriteSchema(copy, context.integers), inherited);
}

/** Bytes below a range that may also contain text or JSON have the type of a file, and so have lists that are no lists of parts. */
function withBytes(mediaType: JsonValue, name: string, { schemas }: Context): JsonValue {
  const schema = own(mediaType, "schema");
  const kind = mediaKind(name);
  const isBytes = essenceOf(name).startsWith("multipart/")
    ? kind === "bytes" && !isPartList(mediaType) && [...schemas.of(schema).types].join() === "array"
    : kind === "any" && bodyKind(name, schema, schemas.components) === "bytes";
  return isBytes ? { ...(mediaType as JsonObject), schema: fileSchema } : mediaType;
}

/** Gives the alternatives of a discriminator the values that select them. */
function withDiscriminators(schema: JsonObject, schemas: Schemas): JsonObject {
  if (schema["discriminator"] === undefined) return schema;
  const copy = { ...schema };
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = discriminatedBranches(schema, keyword, schemas);
    if (branches) copy[keyword] = branches;
  }
  return copy;
}

/** The schema of a parameter's content becomes the parameter's, and the whole query string becomes a parameter in the query. */
function rewriteParameter(parameter: JsonObject): JsonObject {
  const [content] = Object.values(ownObject(parameter, "content") ?? {});
  const schema = content === undefined ? own(parameter, "schema") : (own(content, "schema") ?? true);
  const described = schema === undefined ? parameter : { ...parameter, schema: schema === true ? {} : schema };
  return parameter["in"] === "querystring" ? { ...described, in: "query", name: querystringMark } : described;
}

/** Keywords that add nothing to a type, or that openapi-typescript interprets in its own way. */
const dropped = new Set([
  "$defs",
  "definitions",
  "discriminator",
  "example",
  "examples",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "contentSchema",
]);

/** Keywords that limit the valid values of a type. */
const limits = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);

function rewriteSchema(schema: JsonObject, integers: WrittenIntegers): JsonValue {
  // Schemas in a list are only read if they have a type.
  if (fileFacts(schema)) return { ...fileSchema, type: "string" };
  for (const keyword of Object.keys(schema)) if (dropped.has(keyword)) delete schema[keyword];
  const fallback = schema["default"];
  if (typeof fallback === "object") delete schema["default"];
  // A comment is all that is made of it.
  else if (typeof fallback === "number") schema["default"] = integers.print(fallback);
  else if (typeof fallback === "string") schema["default"] = commentText(fallback).join(" ");
  if (typeof schema["format"] === "string") schema["format"] = commentText(schema["format"]).join(" ");
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) schema[keyword] = branches.map((branch) => (typeof branch === "boolean" ? {} : branch));
  }
  if (Array.isArray(schema["enum"])) {
    schema["enum"] = fittingValues(schema["enum"], schema);
    excludeNull(schema);
  }
  if (isImpossible(schema)) return { ...annotations(schema), enum: [] };
  if (schema["const"] === null) return { ...annotations(schema), type: "null" };
  // No type contains them, so the types of a contract don't change if only a limit does.
  for (const keyword of Object.keys(schema)) if (limits.has(keyword)) schema[keyword] = 0;
  limitTuple(schema);
  widenIndex(schema);
  return joinUnions(separateValues(separateReference(schema)));
}

/** `$ref` next to constraints becomes a part of `allOf`; next to annotations it stays. */
function separateReference(schema: JsonObject): JsonObject {
  if (typeof schema["$ref"] !== "string") return schema;
  const { $ref, ...rest } = schema;
  const constraints = Object.keys(rest).filter((key) => !isAnnotation(key));
  if (constraints.length === 0) return schema;
  const allOf = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
  return { ...rest, allOf: [{ $ref }, ...allOf] };
}

/** `enum` and `const` become a part of `allOf` with the others, which would have no effect otherwise. */
function separateValues(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema["allOf"])) return schema;
  const { allOf, ...rest } = schema;
  const hasValues = Array.isArray(rest["enum"]) || rest["const"] !== undefined;
  if (!hasValues || !Array.isArray(allOf) || allOf.length === 0) return schema;
  return { ...annotations(rest), allOf: [withoutAnnotations(rest), ...allOf] };
}

/**
 * A union next to other keywords narrows them: `{properties, anyOf}` must become `Properties & (A | B)`. A branch that only has
 * `required` gets the properties that it names.
 */
function joinUnions(schema: JsonObject): JsonObject {
  const unions: JsonValue[] = [];
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    delete schema[keyword];
    const shaped = branches.map((branch) => lendProperties(branch, schema));
    if (shaped.length > 0 && shaped.every(hasShape)) unions.push({ oneOf: shaped });
  }
  if (unions.length === 0) return schema;
  const constraints = Object.keys(schema).filter((key) => !isAnnotation(key) && !(key === "type" && schema[key] === "object"));
  if (constraints.length === 0 && unions.length === 1) {
    return { ...annotations(schema), ...(unions[0] as JsonObject) };
  }
  const own = { ...schema };
  const allOf = Array.isArray(own["allOf"]) ? own["allOf"] : [];
  delete own["allOf"];
  const self = hasShape(own) ? [withoutAnnotations(own)] : [];
  return { ...annotations(schema), allOf: [...self, ...allOf, ...unions] };
}

function lendProperties(branch: JsonValue, parent: JsonObject): JsonValue {
  if (!isObject(branch) || hasShape(branch) || !Array.isArray(branch["required"])) return branch;
  const properties: JsonObject = {};
  for (const name of branch["required"]) {
    const property = own(parent["properties"], String(name));
    if (property !== undefined) properties[String(name)] = property;
  }
  if (Object.keys(properties).length === 0) return branch;
  return { ...branch, type: "object", properties };
}

/** Gives a tuple the length that its schema allows: items that may be missing are optional, further ones are a rest. */
function limitTuple(schema: JsonObject): void {
  const { prefixItems, items: rest = true, minItems = 0, maxItems = Infinity } = schema;
  if (!Array.isArray(prefixItems)) return;
  const [least, most] = [Number(minItems), Number(maxItems)];
  const listed = prefixItems
    .slice(0, most)
    .map((item, index) => (index < least ? item : { type: "array", [optionalMark]: item }));
  const isOpen = rest !== false && most > prefixItems.length;
  schema["prefixItems"] = isOpen ? [...listed, { type: "array", [restMark]: rest }] : listed;
  delete schema["items"];
}

/**
 * An index signature next to properties must apply to them, too: `{ a: number } & { [key: string]: string }` accepts no object.
 */
function widenIndex(schema: JsonObject): void {
  const properties = Object.values(ownObject(schema, "properties") ?? {});
  const { additionalProperties, patternProperties } = schema;
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
  const others = [...(isObject(additionalProperties) ? [additionalProperties] : []), ...patterns];
  if (properties.length === 0 || others.length === 0 || additionalProperties === true) return;
  const types = new Map(
    [...others, ...properties]
      .filter((other) => other !== false)
      .map((other) => [JSON.stringify(isObject(other) ? withoutAnnotations(other) : other), other === true ? {} : other]),
  );
  schema["additionalProperties"] = { anyOf: [...types.values()] };
  delete schema["patternProperties"];
}

/** Which properties a schema declares and requires, together with those that it refers to and combines. */
interface Presence {
  readonly declared: ReadonlySet<string>;
  /** Required by a schema that declares them. */
  readonly settled: ReadonlySet<string>;
  /** Required by one of the schemas and declared by another. */
  readonly inherited: readonly string[];
  /** Required and not declared. */
  readonly open: readonly string[];
}

const nothing: Presence = { declared: new Set(), settled: new Set(), inherited: [], open: [] };

const aboutPresence: AskAbout<Presence> = () => ({
  own(schema) {
    const declared = new Set(Object.keys(ownObject(schema, "properties") ?? {}));
    const required = ownStrings(schema, "required");
    if (declared.size + required.length === 0) return nothing;
    return {
      declared,
      settled: new Set(required.filter((name) => declared.has(name))),
      inherited: [],
      open: required.filter((name) => !declared.has(name)),
    };
  },
  all(parts) {
    const declared = declaredIn(parts);
    const settled = new Set(parts.flatMap((part) => [...part.settled, ...part.inherited]));
    const unsettled = new Set(parts.flatMap((part) => part.open).filter((name) => !settled.has(name)));
    return {
      declared,
      settled,
      inherited: [...unsettled].filter((name) => declared.has(name)),
      open: [...unsettled].filter((name) => !declared.has(name)),
    };
  },
  any: (alternatives) => ({ ...nothing, declared: declaredIn(alternatives) }),
  anything: nothing,
  nothing,
  unknown: nothing,
});

function declaredIn(parts: readonly Presence[]): ReadonlySet<string> {
  return new Set(parts.flatMap(({ declared }) => [...declared]));
}

/** Declares a property of any value for each one that a schema requires and none of the schemas that it combines declares. */
function declareOpen(schema: JsonObject, open: readonly string[]): void {
  const names = ownStrings(schema, "required").filter((name) => open.includes(name));
  if (names.length === 0 || !["$ref", "allOf"].some((keyword) => Object.hasOwn(schema, keyword))) return;
  const declared = { type: "object", required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) };
  // Null needs no property: if the combined schemas accept it, it remains.
  const part = schema["type"] === undefined ? { anyOf: [declared, { type: "null" }] } : declared;
  schema["required"] = ownStrings(schema, "required").filter((name) => !names.includes(name));
  schema["allOf"] = [...(Array.isArray(schema["allOf"]) ? schema["allOf"] : []), part];
}

/** Marks properties as required that are declared in a schema other than the one that requires them. */
function requireInherited(schema: JsonValue, names: readonly string[]): JsonValue {
  if (!isObject(schema) || names.length === 0) return schema;
  const required = ownStrings(schema, "required").filter((name) => !names.includes(name));
  const inner = { ...withoutAnnotations(schema), required };
  return { ...annotations(schema), type: "object", [requiredMark]: { schema: inner, required: [...names] } };
}

function hasShape(schema: JsonValue): boolean {
  if (!isObject(schema)) return false;
  return ["$ref", "type", "properties", "const", "enum", "items", "additionalProperties", "allOf", "anyOf", "oneOf"].some(
    (key) => key in schema,
  );
}

const annotationKeys = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "xml",
  "$comment",
  "summary",
]);

function isAnnotation(key: string): boolean {
  return annotationKeys.has(key);
}

function annotations(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => isAnnotation(key)));
}

function withoutAnnotations(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !isAnnotation(key)));
}

/** Whether no value is valid: `enum` has none of the schema's `type`, or `const` is not of it. */
function isImpossible(schema: JsonObject): boolean {
  const { enum: values, const: constant } = schema;
  if (Array.isArray(values) && values.length === 0) return true;
  return constant !== undefined && fittingValues([constant], schema).length === 0;
}

/** openapi-typescript adds null to the values of `enum` for a `type` that has it, whether `enum` has it or not. */
function excludeNull(schema: JsonObject): void {
  const { enum: values, type } = schema as { enum: JsonValue[]; type?: JsonValue };
  if (Array.isArray(type) && !values.includes(null)) schema["type"] = type.filter((name) => name !== "null");
}

/** The values of `enum` that the schema's `type` accepts: the others are never valid, so they have no type. */
function fittingValues(values: readonly JsonValue[], { type }: JsonObject): JsonValue[] {
  const types = Array.isArray(type) ? type : [type];
  return values.filter((value) => type === undefined || typesOf(value).some((name) => types.includes(name)));
}

function typesOf(value: JsonValue): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return typeof value === "number" ? ["number", ...(Number.isInteger(value) ? ["integer"] : [])] : [typeof value];
}
