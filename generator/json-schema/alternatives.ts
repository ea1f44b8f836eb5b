import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { referencedSchema, resolveSchema, type SchemasByName } from "../document/reference.js";

/** The scope for resolving references: a bundled document, or its schemas by name. */
export type SchemaSource = JsonObject | ReadonlyMap<string, JsonValue>;

/** The maximum nesting of schemas to follow; deeper ones are not described. */
export const maxDepth = 64;

/** Returns the direct target of a schema's `$ref`; keywords next to a further `$ref` apply as well. */
export function referred(schema: JsonObject, source: SchemaSource): JsonValue | undefined {
  return referencedSchema(schema, schemasOf(source));
}

/** Returns a schema with its references followed. */
export function resolve(value: JsonValue | undefined, source: SchemaSource): JsonValue | undefined {
  return resolveSchema(value, schemasOf(source));
}

function schemasOf(source: SchemaSource): SchemasByName | undefined {
  return source instanceof Map
    ? (source as ReadonlyMap<string, JsonValue>)
    : ownObject(own(source as JsonObject, "components"), "schemas");
}

/** Returns the parts or alternatives of a schema. */
export function branches(schema: JsonObject, keyword: "allOf" | "anyOf" | "oneOf"): readonly JsonValue[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}

/**
 * Returns a function that determines whether a schema ensures something: by itself, through its reference, in a part of `allOf`
 * or in each of the alternatives that count. `decide` returns `undefined` if the rest of the schema decides.
 */
export function createEnsured(
  source: SchemaSource,
  decide: (schema: JsonObject) => boolean | undefined,
  counts: (alternative: JsonValue) => boolean,
): (schema: JsonValue | undefined) => boolean {
  const known = new Map<JsonObject, boolean>();
  const visit = (value: JsonValue | undefined, depth: number): boolean => {
    if (!isObject(value) || depth > maxDepth) return false;
    const before = known.get(value);
    if (before !== undefined) return before;
    known.set(value, false);
    const follow = (part: JsonValue | undefined) => visit(part, depth + 1);
    const isEnsured =
      decide(value) ??
      ((own(value, "$ref") !== undefined && follow(referred(value, source))) ||
        branches(value, "allOf").some(follow) ||
        (["anyOf", "oneOf"] as const).some((keyword) => {
          const alternatives = branches(value, keyword).filter(counts);
          return alternatives.length > 0 && alternatives.every(follow);
        }));
    known.set(value, isEnsured);
    return isEnsured;
  };
  return (schema) => visit(schema, 0);
}
