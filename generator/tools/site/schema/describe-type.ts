import { typesOf } from "../../../../templates/runtime/json-schema/json-type.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { fileMark } from "../../../json-schema/variants/variant.js";
import { branches, isNull, mergedSchema, type Schemas } from "./merged-schema.js";

/** How deep lists in lists are told, and how many alternatives at each depth. */
const mostNesting = 4;
const mostAlternatives = 6;

/** What a value is, in a few words: `string (uuid)`, `list of integer`, `object or null`. */
export function describeType(value: JsonValue | undefined, schemas: Schemas, nesting = 0): string {
  const { schema } = mergedSchema(value, schemas);
  if (own(schema, fileMark) === true) return "file";
  const alternatives = [...branches(schema, "oneOf"), ...branches(schema, "anyOf")].slice(0, mostAlternatives);
  const named = ownType(schema, schemas, nesting);
  if (named.length > 0 || alternatives.length === 0 || nesting > mostNesting) {
    return orList(named) || fromAll(schema, schemas, nesting);
  }
  return orList(alternatives.map((branch) => describeType(branch, schemas, nesting + 1)));
}

function ownType(schema: JsonObject, schemas: Schemas, nesting: number): string[] {
  const types = typesOf(schema) ?? [];
  if (types.length === 0) return isObject(own(schema, "properties")) ? ["object"] : typesOfValues(schema);
  return types.map((type) => {
    if (type === "array" && nesting <= mostNesting) return listType(own(schema, "items"), schemas, nesting);
    const format = ownString(schema, "format");
    return type !== "null" && format !== undefined ? `${type} (${format})` : type;
  });
}

function listType(items: JsonValue | undefined, schemas: Schemas, nesting: number): string {
  const item = items === undefined ? "anything" : describeType(items, schemas, nesting + 1);
  return item === "anything" ? "list" : `list of ${item}`;
}

/** A list of allowed values tells their types. */
function typesOfValues(schema: JsonObject): string[] {
  const listed = own(schema, "enum");
  const values = Object.hasOwn(schema, "const") ? [schema["const"]!] : Array.isArray(listed) ? listed : [];
  return values.map((value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value));
}

/** The type that one of the schemas of `allOf` tells. */
function fromAll(schema: JsonObject, schemas: Schemas, nesting: number): string {
  const told =
    nesting > mostNesting
      ? []
      : branches(schema, "allOf")
          .slice(0, mostAlternatives)
          .map((part) => describeType(part, schemas, nesting + 1));
  return told.find((type) => type !== "anything") ?? "anything";
}

function orList(types: readonly string[]): string {
  const unique = [...new Set(types)].filter((type) => type !== "null");
  return [...unique, ...(types.includes("null") ? ["null"] : [])].join(" or ");
}

/** The schema that a value has if it is not `null`, where there is only one. */
export function withoutNull(value: JsonValue | undefined, schemas: Schemas): JsonValue | undefined {
  const { schema } = mergedSchema(value, schemas);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const all = branches(schema, keyword);
    const rest = all.filter((branch) => !isNull(mergedSchema(branch, schemas).schema));
    if (all.length > 0 && rest.length === 1 && !typesOf(schema)?.length) return rest[0];
  }
  return value;
}
