import { isObject, own, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { mapChildren, type Kind } from "./visitor.js";

/**
 * Rewrites the schemas of a bundled OpenAPI 3.0 document as JSON Schema 2020-12, which 3.1 uses: `nullable`, boolean
 * `exclusiveMinimum` and `exclusiveMaximum`, ignored siblings of `$ref`, `example`. Of a 3.1 document only `nullable` is
 * rewritten; without any it is returned as it is.
 */
export function upgradeDocument(document: JsonObject, locations: Locations, isActions: (key: string) => boolean): JsonObject {
  const isOld = String(document["openapi"]).startsWith("3.0.");
  if (!isOld && !mentionsNullable(document)) return document;
  const upgradeKeywords = isOld ? upgradeSchema : admitNull;

  const upgrade = (value: JsonValue, kind: Kind): JsonValue => {
    if (!isObject(value)) return value;
    const copy = mapChildren(value, kind, upgrade, { isActions, onCopy: (from, to) => locations.copy(from, to) });
    return kind === "schema" ? upgradeKeywords(copy, locations) : copy;
  };
  const upgraded = upgrade(document, "root") as JsonObject;
  upgraded["openapi"] = "3.1.0";
  return upgraded;
}

/** Whether some object has a boolean under the key `nullable`. */
function mentionsNullable(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  return typeof own(value, "nullable") === "boolean" || Object.values(value).some(mentionsNullable);
}

/** Changes one schema of OpenAPI 3.0 in place, or returns what takes its place. */
function upgradeSchema(schema: JsonObject, locations: Locations): JsonObject {
  if (typeof schema["$ref"] === "string") {
    for (const key of Object.keys(schema)) if (key !== "$ref" && key !== "nullable") delete schema[key];
    return admitNull(schema, locations);
  }
  upgradeBound(schema, "minimum", "exclusiveMinimum");
  upgradeBound(schema, "maximum", "exclusiveMaximum");
  if (Object.hasOwn(schema, "example")) {
    const examples = [schema["example"]!];
    locations.borrow(schema, examples);
    schema["examples"] = examples;
    delete schema["example"];
  }
  const nullable = schema["nullable"];
  const upgraded = admitNull(schema, locations);
  if (nullable !== undefined) delete upgraded["nullable"];
  return upgraded;
}

/** Keywords that refer to schemas which may not accept null. */
const combining = ["$ref", "allOf", "anyOf", "oneOf"];

/** Keywords that describe objects and lists: without a type they accept null, but it is not in what is made of them. */
const describing = ["properties", "patternProperties", "additionalProperties", "required", "items"];

/** Keywords that say something about a value whether it is null or not. */
const annotations: ReadonlySet<string> = new Set([
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

/**
 * Replaces a boolean `nullable` by what says the same in JSON Schema. OpenAPI 3.0.3 gives it a meaning beside `type` only;
 * beside a reference or combined schemas it is used for the same purpose, and means it here. An `enum` without null still
 * excludes null.
 */
function admitNull(schema: JsonObject, locations: Locations): JsonObject {
  const { nullable, type } = schema;
  if (typeof nullable !== "boolean") return schema;
  delete schema["nullable"];
  if (!nullable) return schema;
  const wrapped = type === undefined ? [...combining, ...describing] : combining;
  if (wrapped.some((keyword) => Object.hasOwn(schema, keyword))) return orNull(schema, locations);
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.includes("null")) schema["type"] = [...(types as JsonValue[]), "null"];
  return schema;
}

/** A schema that accepts null and what another accepts; annotations move to it. */
function orNull(schema: JsonObject, locations: Locations): JsonObject {
  const entries = Object.entries(schema);
  const inner = Object.fromEntries(entries.filter(([keyword]) => !annotations.has(keyword)));
  locations.copy(schema, inner);
  const isNull: JsonObject = { type: "null" };
  locations.borrow(schema, isNull);
  const branches: JsonValue[] = [inner, isNull];
  locations.borrow(schema, branches);
  const outer: JsonObject = { ...Object.fromEntries(entries.filter(([keyword]) => annotations.has(keyword))), anyOf: branches };
  locations.copy(schema, outer);
  return outer;
}

function upgradeBound(schema: JsonObject, bound: string, exclusive: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  if (schema[exclusive] === true && typeof schema[bound] === "number") {
    schema[exclusive] = schema[bound];
    delete schema[bound];
  } else delete schema[exclusive];
}
