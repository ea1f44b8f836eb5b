import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { subschemasAt } from "../../../document/visitor.js";
import { referencedName, referencedSchema, referenceOf } from "../../../document/reference.js";
import { fileFacts } from "../../../json-schema/variants/variant.js";

/** The maximum nesting of lists, and the maximum number of alternatives at each level. */
const maxNesting = 4;

const maxAlternatives = 6;

/** Returns a type in a few words: `string (uuid)`, `list of integer`, `object or null`. */
export function describeType(value: JsonValue | undefined, schemas: Schemas, nesting = 0): string {
  const { schema } = mergedSchema(value, schemas);
  if (fileFacts(schema)) return "file";
  if (isNothing(schema)) return "nothing";
  const keyword = nesting > maxNesting ? undefined : alternativesOfType(schema);
  if (keyword === undefined) return orList(ownType(schema, schemas, nesting)) || fromAll(schema, schemas, nesting);
  const all = subschemasAt(schema, keyword);
  const types = all.slice(0, maxAlternatives).map((branch) => describeType(branch, schemas, nesting + 1));
  return orList(all.length > maxAlternatives ? [...types, `${all.length - maxAlternatives} more`] : types);
}

/** Returns the keyword whose alternatives are the type of a schema without a type of its own. */
export function alternativesOfType(schema: JsonObject): "oneOf" | "anyOf" | undefined {
  if (hasOwnType(schema)) return undefined;
  return (["oneOf", "anyOf"] as const).find((keyword) => subschemasAt(schema, keyword).length > 0);
}

function hasOwnType(schema: JsonObject): boolean {
  return typesOf(schema).length > 0 || isObject(own(schema, "properties")) || valuesOf(schema).length > 0;
}

function ownType(schema: JsonObject, schemas: Schemas, nesting: number): string[] {
  const types = typesOf(schema);
  if (types.length === 0) return isObject(own(schema, "properties")) ? ["object"] : typesOfValues(schema);
  return types.map((type) => {
    if (type === "array" && nesting <= maxNesting) return listType(schema, schemas, nesting);
    const format = ownString(schema, "format");
    return type !== "null" && format !== undefined ? `${type} (${format})` : type;
  });
}

/** Returns the types as declared: sites can be built from contracts that lint rejects. */
export function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, "type");
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
}

/** Returns `list of string`; `list (string, integer)` for positions, with `…` behind the last if there can be others. */
function listType(schema: JsonObject, schemas: Schemas, nesting: number): string {
  const typeOf = (item: JsonValue) => describeType(item, schemas, nesting + 1);
  const items = own(schema, "items");
  const first = subschemasAt(schema, "prefixItems").slice(0, maxAlternatives).map(typeOf);
  const others = items === undefined ? "anything" : typeOf(items);
  if (first.length === 0)
    return others === "anything" ? "list" : others === "nothing" ? "empty list" : `list of ${grouped(others)}`;
  const isCut = first.length < subschemasAt(schema, "prefixItems").length;
  const rest = isCut || others === "anything" ? ["…"] : others === "nothing" ? [] : [`${others}…`];
  return `list (${[...first, ...rest].join(", ")})`;
}

/** Returns a type in parentheses if words before it would only be read with its first part. */
function grouped(type: string): string {
  return type.includes(" or ") ? `(${type})` : type;
}

/** Returns the types of a list of allowed values. */
function typesOfValues(schema: JsonObject): string[] {
  return valuesOf(schema).map((value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value));
}

/** Returns the values that a schema lists. */
export function valuesOf(schema: JsonObject): readonly JsonValue[] {
  const listed = own(schema, "enum");
  return Object.hasOwn(schema, "const") ? [schema["const"]!] : Array.isArray(listed) ? listed : [];
}

/** Returns the first known type among the schemas in `allOf`. */
function fromAll(schema: JsonObject, schemas: Schemas, nesting: number): string {
  const told =
    nesting > maxNesting
      ? []
      : subschemasAt(schema, "allOf")
          .slice(0, maxAlternatives)
          .map((part) => describeType(part, schemas, nesting + 1));
  return told.find((type) => type !== "anything") ?? "anything";
}

function orList(types: readonly string[]): string {
  const unique = [...new Set(types)].filter((type) => type !== "null");
  return [...unique, ...(types.includes("null") ? ["null"] : [])].join(" or ");
}

/** Returns the schema of a value that is not `null`, if there is only one. */
export function withoutNull(value: JsonValue | undefined, schemas: Schemas): JsonValue | undefined {
  return nullableSchema(value, schemas)?.schema ?? value;
}

/** Returns the only alternative of a schema that is not `null`, and the keywords beside them. */
export function nullableSchema(
  value: JsonValue | undefined,
  schemas: Schemas,
): { readonly schema: JsonValue; readonly beside: JsonObject } | undefined {
  const { schema } = mergedSchema(value, schemas);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const all = subschemasAt(schema, keyword);
    const [only, ...others] = all.filter((branch) => !isNull(mergedSchema(branch, schemas).schema));
    if (only === undefined || others.length > 0 || typesOf(schema).length > 0) continue;
    const { [keyword]: _alternatives, ...beside } = schema;
    return { schema: only, beside };
  }
  return undefined;
}

/** The schemas of a contract by component name. */
export type Schemas = ReadonlyMap<string, JsonValue>;

/** A schema with all references followed. */
export interface MergedSchema {
  readonly schema: JsonObject;
  /** The component of the last reference. */
  readonly component: string | undefined;
}

/** The loader rejects cycles; this only guards against other documents. */
const maxSteps = 100;

/**
 * Follows a schema's references; keywords next to a `$ref` are added to its target. `false` becomes a schema that no
 * value matches, and `true` one that all values match.
 */
export function mergedSchema(value: JsonValue | undefined, schemas: Schemas): MergedSchema {
  let siblings: JsonObject = {};
  let component: string | undefined;
  let current = value;
  for (let steps = 0; steps < maxSteps && isObject(current); steps++) {
    if (referenceOf(current) === undefined) return { schema: { ...current, ...siblings }, component };
    const { $ref: _ref, ...beside } = current;
    siblings = { ...beside, ...siblings };
    component = referencedName(current);
    current = referencedSchema(current, schemas);
  }
  return { schema: current === false ? { not: {} } : siblings, component };
}

/** The maximum number of schemas that are read together. */
const maxTogether = 100;

/** Returns a schema and those of its `allOf`, references followed: the schemas that all apply to the same value. */
export function schemasTogether(value: JsonValue | undefined, schemas: Schemas): MergedSchema[] {
  const found: MergedSchema[] = [];
  const visit = (current: JsonValue | undefined): void => {
    const merged = mergedSchema(current, schemas);
    const isKnown = merged.component !== undefined && found.some(({ component }) => component === merged.component);
    if (found.length >= maxTogether || isKnown) return;
    found.push(merged);
    for (const part of subschemasAt(merged.schema, "allOf")) visit(part);
  };
  visit(value);
  return found;
}

/** Returns whether a schema rejects everything, such as `false` for a property that is not allowed. */
export function isNothing(value: JsonValue | undefined): boolean {
  return value === false || (isObject(own(value, "not")) && Object.keys(ownObject(value, "not")!).length === 0);
}

/** Returns whether a schema is `{type: "null"}`. */
function isNull(schema: JsonObject): boolean {
  return own(schema, "type") === "null" || own(schema, "const") === null;
}
