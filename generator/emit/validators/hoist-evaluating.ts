import { escapeSegment } from "../../../templates/runtime/json.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentPointer, schemaReference } from "../../document/reference.js";
import { inPlace, shapes } from "./keyword-shapes.js";

type Schemas = ReadonlyMap<string, JsonValue>;

/**
 * Gives a name of their own, `Tree/properties/left`, to schemas within components that track what others evaluate, and refers
 * to them by it. Their references are compiled into them (`prepare-schema.ts`) and may be recursive: a function can call
 * itself.
 */
export function hoistEvaluating(schemas: Schemas): Schemas {
  const all = new Map(schemas);
  for (const [name, schema] of schemas) {
    const hoisted = rewrite(schema, name, true);
    if (hoisted !== schema) all.set(name, hoisted);
  }
  return all;

  /** `isRoot`: the schema applies to the same value as the one that has a name. */
  function rewrite(value: JsonValue, at: string, isRoot: boolean): JsonValue {
    if (!isObject(value)) return value;
    const copy = mapParts(value, (part, key, keyword) => rewrite(part, `${at}/${key}`, isRoot && inPlace.has(keyword)));
    if (isRoot || own(value, "unevaluatedProperties") === undefined || !hasReference(value)) return copy;
    all.set(at, copy);
    return schemaReference(at);
  }
}

/** Returns the JSON pointer to a schema with this name. */
export function schemaPointer(name: string, schemas: Schemas): string {
  // Otherwise the name itself is the path.
  return schemas.has(name) ? componentPointer("schemas", name) : `#/components/schemas/${name}`;
}

/** Returns whether a schema, or one that it combines, contains a reference. */
function hasReference(schema: JsonValue): boolean {
  if (!isObject(schema)) return false;
  if (own(schema, "$ref") !== undefined) return true;
  let found = false;
  mapParts(schema, (part, _, keyword) => {
    found ||= inPlace.has(keyword) && hasReference(part);
    return part;
  });
  return found;
}

type Change = (part: JsonValue, key: string, keyword: string) => JsonValue;

/** Returns the schema with its parts replaced; the same object if none changes. */
function mapParts(schema: JsonObject, change: Change): JsonObject {
  let copy = schema;
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]!;
    const changed = mapKeyword(keyword, value, change);
    if (changed === value) continue;
    if (copy === schema) copy = { ...schema };
    copy[keyword] = changed;
  }
  return copy;
}

function mapKeyword(keyword: string, value: JsonValue, change: Change): JsonValue {
  const shape = shapes.get(keyword);
  if (shape === "schema") return change(value, keyword, keyword);
  if (shape === "schemas" && Array.isArray(value)) {
    const list = value.map((item, index) => change(item, `${keyword}/${index}`, keyword));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  if (shape !== "schemaMap" || !isObject(value)) return value;
  const map = Object.entries(value).map(
    ([name, item]) => [name, change(item, `${keyword}/${escapeSegment(name)}`, keyword)] as const,
  );
  return map.some(([name, item]) => item !== value[name]) ? Object.fromEntries(map) : value;
}
