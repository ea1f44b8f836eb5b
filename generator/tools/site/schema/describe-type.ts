import { typesOf } from "../../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { subschemasAt } from "../../../document/visitor.js";
import { referencedName, referencedSchema, referenceOf } from "../../../document/reference.js";
import { fileMark } from "../../../json-schema/variants/variant.js";

/** The maximum nesting of lists, and the maximum number of alternatives at each level. */
const maxNesting = 4;

const maxAlternatives = 6;

/** Returns a type in a few words: `string (uuid)`, `list of integer`, `object or null`. */
export function describeType(value: JsonValue | undefined, schemas: Schemas, nesting = 0): string {
  const { schema } = mergedSchema(value, schemas);
  if (own(schema, fileMark) === true) return "file";
  const alternatives = [...subschemasAt(schema, "oneOf"), ...subschemasAt(schema, "anyOf")].slice(0, maxAlternatives);
  const named = ownType(schema, schemas, nesting);
  if (named.length > 0 || alternatives.length === 0 || nesting > maxNesting) {
    return orList(named) || fromAll(schema, schemas, nesting);
  }
  return orList(alternatives.map((branch) => describeType(branch, schemas, nesting + 1)));
}

function ownType(schema: JsonObject, schemas: Schemas, nesting: number): string[] {
  const types = writtenTypes(schema);
  if (types.length === 0) return isObject(own(schema, "properties")) ? ["object"] : typesOfValues(schema);
  return types.map((type) => {
    if (type === "array" && nesting <= maxNesting) return listType(own(schema, "items"), schemas, nesting);
    const format = ownString(schema, "format");
    return type !== "null" && format !== undefined ? `${type} (${format})` : type;
  });
}

/** Returns the types as declared: sites can be built from contracts that lint rejects. */
function writtenTypes(schema: JsonObject): readonly string[] {
  const type = own(schema, "type");
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
}

function listType(items: JsonValue | undefined, schemas: Schemas, nesting: number): string {
  const item = items === undefined ? "anything" : describeType(items, schemas, nesting + 1);
  return item === "anything" ? "list" : `list of ${item}`;
}

/** Returns the types of a list of allowed values. */
function typesOfValues(schema: JsonObject): string[] {
  const listed = own(schema, "enum");
  const values = Object.hasOwn(schema, "const") ? [schema["const"]!] : Array.isArray(listed) ? listed : [];
  return values.map((value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value));
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
  const { schema } = mergedSchema(value, schemas);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const all = subschemasAt(schema, keyword);
    const rest = all.filter((branch) => !isNull(mergedSchema(branch, schemas).schema));
    if (all.length > 0 && rest.length === 1 && !typesOf(schema)?.length) return rest[0];
  }
  return value;
}

/** The schemas of a contract by component name. */
export type Schemas = ReadonlyMap<string, JsonValue>;

/** A schema with all references followed. */
interface MergedSchema {
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

/** Returns whether a schema rejects everything, such as `false` for a property that is not allowed. */
export function isNothing(value: JsonValue | undefined): boolean {
  return value === false || (isObject(own(value, "not")) && Object.keys(ownObject(value, "not")!).length === 0);
}

/** Returns whether a schema is `{type: "null"}`. */
function isNull(schema: JsonObject): boolean {
  return own(schema, "type") === "null" || own(schema, "const") === null;
}
